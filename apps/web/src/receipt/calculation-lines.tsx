import { formatCalculation, formatDigits, operatorSign } from '@plumbline/contract/receipt-format'
import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNumberLocale } from '../lib/format/number-locale.ts'
import { hiddenAmount, useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useHasRole } from '../lib/session/user-settings.ts'
import { QuerySection } from '../portfolio/query-section.tsx'
import { Icon } from '../ui/display/icon.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import styles from './receipt.module.css'
import {
  type Calculation,
  type Line,
  linkedQuestion,
  type ReceiptQuestion,
  type ReceiptReply,
  receiptQuery,
} from './receipt-query.ts'

interface CalculationLinesProps {
  receipt: ReceiptReply
  calculation: Calculation
  /** What the receipt was asked for, to ask for the receipts that its lines refer to. */
  question: ReceiptQuestion
}

/** The lines of a calculation. Those with a calculation or a receipt of their own open below. */
export function CalculationLines({ receipt, calculation, question }: CalculationLinesProps) {
  const text = useText()
  const { operation, lines } = calculation
  return (
    <>
      {operation !== 'arithmetic' && (
        <p className={styles.operation}>{text(`receipt_${operation}` satisfies TextKey)}</p>
      )}
      <ol>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move.
          <LineView key={index} receipt={receipt} line={line} question={question} />
        ))}
      </ol>
    </>
  )
}

interface LineViewProps {
  receipt: ReceiptReply
  line: Line
  question: ReceiptQuestion
}

function LineView({ receipt, line, question }: LineViewProps) {
  const text = useText()
  const format = useFormat()
  const locale = useNumberLocale()
  const isDemo = useHasRole('demo')
  const [isOpen, setIsOpen] = useState(false)
  const { operator, label, date, source, flag } = line
  const calculation = line.calculation === null ? undefined : receipt.calculations[line.calculation]
  // The demo account sees no position details.
  const link = isDemo && line.receipt?.position_id != null ? null : line.receipt
  const inline = calculation ? formatCalculation(calculation, locale) : null
  const origin = [source, date === null ? null : format.date(date)].filter(part => part !== null)
  const canOpen = calculation !== undefined || link !== null
  return (
    <li className={styles.line}>
      <span className={styles.sign} aria-hidden="true">
        {operatorSign(operator)}
      </span>
      <div className={styles.words}>
        {operator !== 'none' && (
          <span className="visually-hidden">{text(`receipt_${operator}` satisfies TextKey)} </span>
        )}
        <span className={styles.label}>
          {label}
          {flag !== null && <Icon name="alert" size={12} />}
        </span>
        {inline !== null && !format.isPrivate && (
          <span className={styles.calculation} data-amount="">
            {inline}
          </span>
        )}
        {(origin.length > 0 || canOpen) && (
          <span className={styles.origin}>
            {origin.join(', ')}
            {canOpen && (
              <>
                {origin.length > 0 && ' · '}
                <button
                  type="button"
                  className={styles.link}
                  aria-expanded={isOpen}
                  aria-label={`${text(isOpen ? 'receipt_hide' : 'receipt_show')}: ${label}`}
                  onClick={() => setIsOpen(!isOpen)}
                >
                  {text(isOpen ? 'receipt_hide' : 'receipt_show')}
                </button>
              </>
            )}
          </span>
        )}
      </div>
      <PrintedFigure printed={line.printed} unit={line.unit} />
      {isOpen && canOpen && (
        <div className={styles.details}>
          {calculation ? (
            <CalculationLines receipt={receipt} calculation={calculation} question={question} />
          ) : (
            link && <LinkedReceipt question={linkedQuestion(question, link)} />
          )}
        </div>
      )}
    </li>
  )
}

/** The calculation of a figure that has a receipt of its own. */
function LinkedReceipt({ question }: { question: ReceiptQuestion }) {
  const text = useText()
  const query = useQuery(receiptQuery(question))
  return (
    <QuerySection query={query} skeleton={<SkeletonRows rows={3} rowHeight={36} />}>
      {receipt => {
        const [calculation] = receipt.calculations
        return calculation ? (
          <CalculationLines receipt={receipt} calculation={calculation} question={question} />
        ) : (
          <p className={styles.operation}>{text('receipt_not_computed')}</p>
        )
      }}
    </QuerySection>
  )
}

/** A figure in all its printed digits. Percentages and basis points are shown while amounts are hidden. */
export function PrintedFigure({ printed, unit }: Pick<Line, 'printed' | 'unit'>) {
  const locale = useNumberLocale()
  const { isPrivate } = useFormat()
  const isRatio = unit === '%' || unit === 'bps'
  return (
    <span className={styles.figure}>
      <span className={styles.number} data-amount={isRatio ? undefined : ''}>
        {isPrivate && !isRatio ? hiddenAmount : formatDigits({ printed, unit }, locale)}
      </span>
      {unit !== null && unit !== '%' && <span className={styles.code}> {unit}</span>}
    </span>
  )
}
