import { contract } from 'virtual:contract'
import type { TextKey } from '@plumbline/contract/texts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../filter/use-filter.ts'
import { call, type Reply } from '../lib/api/api.ts'
import { showToast } from '../lib/browser/toasts.ts'
import { type Format, useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { QuerySection } from '../portfolio/query-section.tsx'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/display/button.tsx'
import { Amount, Missing } from '../ui/display/figure.tsx'
import { Icon } from '../ui/display/icon.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import styles from './receipt.module.css'
import type { ReceiptRequest } from './receipt-request.ts'

type ReceiptReply = Reply<typeof contract.explain.receipt>['data']
type Line = ReceiptReply['lines'][number]

function receiptQuery(body: ReturnType<typeof useFilter>['body'], request: ReceiptRequest) {
  return queryOptions({
    queryKey: ['receipt', body, request],
    queryFn: async ({ signal }) =>
      (await call(contract.explain.receipt, { body: { ...body, ...request }, signal })).data,
  })
}

/** The calculation of a figure: formula, inputs with date and source, and the figure recomputed from them. */
export function Receipt({ request }: { request: ReceiptRequest }) {
  const { body } = useFilter()
  const query = useQuery(receiptQuery(body, request))
  return (
    <QuerySection query={query} skeleton={<SkeletonRows rows={6} rowHeight={44} />}>
      {receipt => <ReceiptContent receipt={receipt} />}
    </QuerySection>
  )
}

const isProfit = /^pnl_|^net_cashflow$|^(?:twr|xirr)$/

function ReceiptContent({ receipt }: { receipt: ReceiptReply }) {
  const isToned = isProfit.test(receipt.figure)
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <h3 className={styles.title}>{receipt.title}</h3>
        <div className={styles.value}>
          <Value
            value={receipt.value}
            unit={receipt.unit}
            isToned={isToned}
            isLarge
            isPrice={receipt.figure.startsWith('price_')}
          />
        </div>
        <p className={styles.formula}>{receipt.formula}</p>
      </header>
      <ol className={styles.lines}>
        {receipt.lines.map((line, index) => (
          <LineView
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move.
            key={index}
            line={line}
            isToned={isToned && index === receipt.lines.length - 1}
            isPrice={receipt.figure.startsWith('price_')}
          />
        ))}
      </ol>
      <ReceiptFoot receipt={receipt} />
    </article>
  )
}

const signs = { none: '', plus: '+', minus: '−', times: '×', divided: '÷', equals: '=' } as const
/** More inputs than this start collapsed. */
const fewInputs = 6

interface LineViewProps {
  line: Line
  isToned: boolean
  isPrice: boolean
}

function LineView({ line, isToned, isPrice }: LineViewProps) {
  const text = useText()
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(line.inputs.length <= fewInputs)
  const { operator, label, value, unit, date, source, note, inputs, inputs_count: count } = line
  const origin = [note, source, date === null ? null : format.date(date)].filter(part => part !== null)
  return (
    <li className={classNames(styles.line, operator === 'equals' && styles.result)}>
      <span className={styles.sign} aria-hidden="true">
        {signs[operator]}
      </span>
      <div className={styles.words}>
        {operator !== 'none' && (
          <span className="visually-hidden">{text(`receipt_${operator}` satisfies TextKey)} </span>
        )}
        <span className={styles.label}>{label}</span>
        {(origin.length > 0 || inputs.length > 0) && (
          <span className={styles.origin}>
            {origin.join(', ')}
            {inputs.length > 0 && (
              <>
                {origin.length > 0 && ' · '}
                {text('receipt_inputs', { count })},{' '}
                <button
                  type="button"
                  className={styles.link}
                  aria-expanded={isOpen}
                  onClick={() => setIsOpen(!isOpen)}
                >
                  {text(isOpen ? 'receipt_hide' : 'receipt_show')}
                </button>
              </>
            )}
          </span>
        )}
      </div>
      <span className={styles.figure}>
        {/* Factors are quantities, prices or rates, which keep their own precision. */}
        <Value
          value={value}
          unit={unit}
          isToned={isToned}
          isPrice={isPrice || operator === 'times' || operator === 'divided'}
        />
      </span>
      {isOpen && inputs.length > 0 && <Inputs inputs={inputs} count={count} />}
    </li>
  )
}

function Inputs({ inputs, count }: { inputs: Line['inputs']; count: number }) {
  const text = useText()
  const format = useFormat()
  return (
    <table className={styles.inputs}>
      <tbody>
        {inputs.map((input, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs of a line have no other name and never move.
          <tr key={index}>
            <td>{input.date === null ? '' : format.date(input.date)}</td>
            <td className={styles.inputLabel} title={[input.label, input.source].filter(Boolean).join(', ')}>
              {input.label}
              {input.flag !== null && <Icon name="alert" size={12} />}
            </td>
            <td className={styles.calculation} data-amount={input.calculation === null ? undefined : ''}>
              {input.calculation ?? input.source}
            </td>
            <td className={styles.inputValue}>
              <Value value={input.value} unit={input.unit} isBare />
            </td>
          </tr>
        ))}
        {count > inputs.length && (
          <tr>
            <td />
            <td colSpan={3}>{text('receipt_more', { count: count - inputs.length })}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface ValueProps {
  value: number | null
  unit: string | null
  isToned?: boolean
  isLarge?: boolean
  /** Without the unit, which the line above shows. */
  isBare?: boolean
  /** In its own precision, like prices. */
  isPrice?: boolean
}

/** Formats amounts in cents, fractions in percent, everything else in its own precision. */
function Value(props: ValueProps) {
  const { value, unit, isToned = false, isLarge = false, isBare = false, isPrice = false } = props
  const format = useFormat()
  if (value === null) return <Missing />
  if (unit === '%')
    return (
      <span className={styles.number}>
        {format.percent(value, { sign: isToned ? 'always' : 'minus', decimals: 4 }).replace(/0{1,2}%$/, '%')}
      </span>
    )
  if (unit === 'bps') return <span className={styles.number}>{format.amount(value)} bps</span>
  if (unit === null) {
    return (
      <span className={styles.number} data-amount="">
        {format.price(value)}
      </span>
    )
  }
  if (isPrice) {
    return (
      <span className={styles.number}>
        {format.price(value)} {!isBare && <span className={styles.code}>{unit}</span>}
      </span>
    )
  }
  return (
    <Amount
      value={value}
      isToned={isToned}
      isLarge={isLarge}
      sign={isToned ? 'always' : 'minus'}
      {...(!isBare && { currency: unit })}
    />
  )
}

function ReceiptFoot({ receipt }: { receipt: ReceiptReply }) {
  const text = useText()
  const format = useFormat()
  const { difference } = receipt
  const isExact = difference !== null && Math.abs(difference) < 0.005
  const copy = async () => {
    await navigator.clipboard.writeText(asText(receipt, format))
    showToast(text('copied'))
  }
  return (
    <footer className={styles.foot}>
      {difference === null ? (
        <span>{text('receipt_not_computed')}</span>
      ) : (
        <span className={isExact ? styles.exact : styles.differs}>
          <Icon name={isExact ? 'check' : 'alert'} size={14} />
          <span>
            {isExact ? text('receipt_exact') : text('receipt_differs', { amount: format.amount(difference) })}
          </span>
        </span>
      )}
      <Button icon="copy" size="small" onClick={() => void copy()}>
        {text('copy')}
      </Button>
    </footer>
  )
}

/** The receipt as plain text for the clipboard: one line each, with sign, label and figure. */
function asText({ title, value, unit, formula, lines }: ReceiptReply, format: Format): string {
  const figure = (amount: number | null, unitCode: string | null) =>
    unitCode === '%'
      ? format.percent(amount)
      : `${format.amount(amount)}${unitCode === null ? '' : ` ${unitCode}`}`
  return [
    `${title}: ${figure(value, unit)}`,
    formula,
    ...lines.map(line =>
      [signs[line.operator], line.label, figure(line.value, line.unit), line.source, line.date]
        .filter(part => part !== null && part !== '')
        .join(' '),
    ),
  ].join('\n')
}
