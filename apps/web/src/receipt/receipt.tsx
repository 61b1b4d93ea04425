import { formatDigits, receiptText } from '@plumbline/contract/receipt-format'
import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../filter/use-filter.ts'
import { showToast } from '../lib/browser/toasts.ts'
import { currencyDecimals, figureTone, roundTo } from '../lib/format/format.ts'
import { useNumberLocale } from '../lib/format/number-locale.ts'
import { hiddenAmount, useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { QuerySection } from '../portfolio/query-section.tsx'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/display/button.tsx'
import { Icon } from '../ui/display/icon.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { CalculationLines, PrintedFigure } from './calculation-lines.tsx'
import styles from './receipt.module.css'
import { questionWithin, type ReceiptQuestion, type ReceiptReply, receiptQuery } from './receipt-query.ts'
import type { ReceiptRequest } from './receipt-request.ts'

/** The calculation of a figure: formula, inputs with date and source, and the figure recomputed from them. */
export function Receipt({ request }: { request: ReceiptRequest }) {
  const { body } = useFilter()
  const question = questionWithin(body, request)
  const query = useQuery(receiptQuery(question))
  return (
    <QuerySection query={query} skeleton={<SkeletonRows rows={6} rowHeight={44} />}>
      {receipt => <ReceiptContent receipt={receipt} question={question} shown={request.shown ?? null} />}
    </QuerySection>
  )
}

interface ReceiptContentProps {
  receipt: ReceiptReply
  question: ReceiptQuestion
  shown: number | null
}

function ReceiptContent({ receipt, question, shown }: ReceiptContentProps) {
  const text = useText()
  const format = useFormat()
  const [calculation] = receipt.calculations
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <h3 className={styles.title}>{receipt.title}</h3>
        <Headline receipt={receipt} />
        <p className={styles.formula}>{receipt.formula}</p>
        {takesRest(receipt, shown) && (
          <p className={styles.formula} data-amount="">
            {text('receipt_takes_rest', { amount: format.amount(shown) })}
          </p>
        )}
      </header>
      {calculation && (
        <div className={styles.body}>
          <CalculationLines receipt={receipt} calculation={calculation} question={question} />
          <div className={classNames(styles.line, styles.result)}>
            <span className={styles.sign} aria-hidden="true">
              =
            </span>
            <div className={styles.words}>
              <span className="visually-hidden">{text('receipt_equals')} </span>
              <span className={styles.label}>{receipt.label}</span>
            </div>
            <PrintedFigure printed={receipt.printed} unit={receipt.unit} />
          </div>
        </div>
      )}
      <ReceiptFoot receipt={receipt} />
    </article>
  )
}

/** Whether the screen shows other digits, so that the figures beside it add up. */
function takesRest({ value, unit }: ReceiptReply, shown: number | null): boolean {
  return value !== null && shown !== null && roundTo(value, currencyDecimals(unit)) !== shown
}

const isProfit = /^pnl_|^net_cashflow$|^(?:twr|xirr)$/

/** The figure. Profits and losses have a sign and a colour. */
function Headline({ receipt: { figure, value, printed, unit } }: { receipt: ReceiptReply }) {
  const locale = useNumberLocale()
  const isRatio = unit === '%' || unit === 'bps'
  const isHidden = useFormat().isPrivate && !isRatio
  const tone = isProfit.test(figure)
    ? figureTone(unit === '%' && value !== null ? value * 100 : value)
    : 'none'
  return (
    <div className={classNames(styles.value, tone !== 'none' && styles[tone])}>
      {!isRatio && unit !== null && <span className={styles.currency}>{unit}</span>}
      <span className={styles.number} data-amount={isRatio ? undefined : 'large'}>
        {isHidden ? hiddenAmount : `${tone === 'gain' ? '+' : ''}${formatDigits({ printed, unit }, locale)}`}
        {unit === 'bps' && ' bps'}
      </span>
    </div>
  )
}

function ReceiptFoot({ receipt }: { receipt: ReceiptReply }) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const { difference } = receipt
  const isExact = difference !== null && Math.abs(difference) < 0.005
  const copy = async () => {
    await navigator.clipboard.writeText(receiptText(receipt, locale))
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
      {!format.isPrivate && (
        <Button icon="copy" size="small" onClick={() => void copy()}>
          {text('copy')}
        </Button>
      )}
    </footer>
  )
}
