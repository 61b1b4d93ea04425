import { createContext, type ReactNode, useContext, useId } from 'react'
import { Icon } from '../display/icon.tsx'
import styles from './field.module.css'

interface FieldProps {
  label: string
  /** For screen readers only, where a heading above shows the same. */
  isLabelHidden?: boolean
  /** Content at the end of the label line, such as a link. */
  labelEnd?: ReactNode
  help?: ReactNode
  /** The error message. It replaces the help text. */
  error?: string | undefined
  children: ReactNode
}

/** The attributes that link a control to its label, help and error. */
interface ControlAttributes {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const FieldContext = createContext<ControlAttributes>({})

/** A labelled control. Inputs inside link themselves to the label, help and error. */
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

/** Two fields side by side; stacked on phones. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export function useControlAttributes(): ControlAttributes {
  return useContext(FieldContext)
}
