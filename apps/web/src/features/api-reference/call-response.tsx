import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { ApiCall } from './api-document.ts'
import styles from './api-reference.module.css'
import type { CallResult } from './send-call.ts'

/** More text than this makes the page slow. */
const maxLetters = 100_000

/** Status, headers and body of a response. */
export function CallResponse({ call, result }: { call: ApiCall; result: CallResult }) {
  const text = useText()
  const format = useFormat()
  const body = formatBody(result)
  const isCut = body !== null && body.length > maxLetters
  return (
    <section
      className={styles.response}
      aria-label={text('reference_response_of', { method: call.method, path: call.path })}
    >
      <h3>{text('reference_response')}</h3>
      <p role="status" data-status={result.status < 400 ? 'good' : 'bad'} className={styles.status}>
        {text('reference_status')} {result.status} {result.statusText}
      </p>
      <details>
        <summary>{text('reference_headers')}</summary>
        <Code label={text('reference_headers')}>
          {result.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </Code>
      </details>
      {result.bytes === 0 ? (
        <p>{text('reference_no_content')}</p>
      ) : body === null ? (
        <p>{text('reference_bytes', { type: result.type, count: format.count(result.bytes) })}</p>
      ) : (
        <>
          <Code label={text('reference_response_body')}>{body.slice(0, maxLetters)}</Code>
          {isCut && <p>{text('reference_cut', { count: format.count(maxLetters) })}</p>}
        </>
      )}
    </section>
  )
}

/** Scrollable text, reachable by keyboard. */
function Code({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className={styles.code} tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  )
}

function formatBody({ text, type }: CallResult): string | null {
  if (text === null || !type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
