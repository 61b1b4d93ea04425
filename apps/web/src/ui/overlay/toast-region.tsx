import { Toast } from '@base-ui/react/toast'
import { useEffect, useState } from 'react'
import { setToastRegion, type ToastToShow } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import styles from './toast-region.module.css'

const plainForMs = 5_000

/** The data that is drawn beside the text. */
type ToastData = Pick<ToastToShow, 'tone' | 'undo'>

const manager = Toast.createToastManager<ToastData>()

/** Renders the toasts, which lib/browser/toasts.ts shows from anywhere. */
export function ToastRegion() {
  // Child effects have run by now, so the provider is subscribed.
  useEffect(() => {
    setToastRegion(add)
    return () => setToastRegion('none')
  }, [])
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toasts />
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** The toast of the last save, while its undo is offered. */
let lastSaved: string | null = null

function add({ text, tone, undo, isUndoneOnlyLast = false }: ToastToShow): void {
  if (undo && lastSaved !== null) manager.close(lastSaved)
  const id = manager.add({
    title: text,
    // Toasts with an undo close when it expires.
    timeout: undo === undefined ? plainForMs : 0,
    // Errors interrupt screen readers, other toasts are polite.
    priority: tone === 'error' ? 'high' : 'low',
    data: { tone, ...(undo && { undo: { until: undo.until, run: () => closeAnd(undo.run) } }) },
  })
  if (undo) lastSaved = isUndoneOnlyLast ? id : null
  const closeAnd = (run: () => void) => {
    manager.close(id)
    run()
  }
}

function Toasts() {
  const text = useText()
  const { toasts } = Toast.useToastManager<ToastData>()
  return (
    <Toast.Viewport className={styles.viewport} aria-label={text('notifications_region')}>
      {toasts.map(toast => (
        <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
          <Toast.Content className={styles.content}>
            <ToneMark tone={toast.data?.tone ?? 'plain'} />
            <Toast.Title render={<p />} className={styles.text} />
            {toast.data?.undo && <Undo id={toast.id} {...toast.data.undo} />}
            <Toast.Close className={styles.close} aria-label={text('dismiss')}>
              <Icon name="close" size={14} />
            </Toast.Close>
          </Toast.Content>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

function ToneMark({ tone }: { tone: ToastData['tone'] }) {
  if (tone === 'plain') return null
  return (
    <span className={classNames(styles.mark, styles[tone])}>
      <Icon name={tone === 'success' ? 'check' : 'alert'} size={12} />
    </span>
  )
}

interface UndoProps {
  id: string
  run: () => void
  until: number
}

function Undo({ id, run, until }: UndoProps) {
  const text = useText()
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    const ticking = setInterval(() => {
      const left = secondsUntil(until)
      setSeconds(left)
      if (left <= 0) manager.close(id)
    }, 250)
    return () => clearInterval(ticking)
  }, [id, until])
  return (
    <>
      <button type="button" className={styles.undo} onClick={run}>
        {text('undo')}
      </button>
      <span className={styles.seconds} aria-hidden="true">
        {text('seconds_left', { seconds })}
      </span>
    </>
  )
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
