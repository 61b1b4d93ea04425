import { createContext, type ReactNode, useContext, useId } from 'react'
import { Icon } from '../display/icon.tsx'
import styles from './field.module.css'

interface FieldProps {
  label: string
  /** Read aloud but not drawn, where a heading above says the same. */
  isLabelHidden?: boolean
  /** Stands at the end of the label's line, such as a link. */
  labelEnd?: ReactNode
  help?: ReactNode
  /** What is wrong with the value. It takes the place of the help. */
  error?: string | undefined
  children: ReactNode
}

/** The attributes that tie a control to its label, its help and its error. */
interface ControlAttributes {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const FieldContext = createContext<ControlAttributes>({})

/** A labelled control. Every input below it ties itself to the label, the help and the error. */
export function Field({ label, isLabelHidden = false, labelEnd, help, error, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || help !== undefined
  return (
    <div className={styles.field}>
      <div className={isLabelHidden ? undefined : styles.head}>
        <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
          {label}
        </label>
        {labelEnd}
      </div>
      <FieldContext
        value={{
          id,
          'aria-describedby': hasNote ? noteId : undefined,
          'aria-invalid': error === undefined ? undefined : true,
        }}
      >
        {children}
      </FieldContext>
      {error !== undefined ? (
        <p id={noteId} className={styles.error} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      ) : (
        help !== undefined && (
          <div id={noteId} className={styles.help}>
            {help}
          </div>
        )
      )}
    </div>
  )
}

/** Fields side by side, two in a line; on phones one under the other. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export function useControlAttributes(): ControlAttributes {
  return useContext(FieldContext)
}
