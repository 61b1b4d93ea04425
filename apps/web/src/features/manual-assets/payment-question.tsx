import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { AssetAccount } from './asset-types.ts'
import styles from './manual-assets.module.css'
import type { PaymentEffect } from './payment-effect.ts'

interface PaymentQuestionProps {
  value: 'account' | 'elsewhere'
  onChange: (value: 'account' | 'elsewhere') => void
  effect: PaymentEffect
  account: AssetAccount
  currency: string
}

/** Asks whether an entry moves the cash of the account, with the effect of both answers. */
export function PaymentQuestion({ value, onChange, effect, account, currency }: PaymentQuestionProps) {
  const text = useText()
  const format = useFormat()
  const before = account.balances.find(one => one.currency === currency)?.amount ?? 0
  const money = (amount: number) => `${currency} ${format.amount(amount)}`
  const nav = (change: number) =>
    change === 0
      ? text('assets_paid_nav_stays')
      : text('assets_paid_nav', { change: `${currency} ${format.amount(change, { sign: 'always' })}` })
  const options = [
    {
      value: 'account' as const,
      label: text('assets_paid_account'),
      effect: `${text('assets_paid_cash', { before: money(before), after: money(before + effect.cash) })} · ${nav(effect.asset + effect.cash)}`,
      isShort: effect.cash < 0 && before + effect.cash < 0,
    },
    {
      value: 'elsewhere' as const,
      label: text('assets_paid_elsewhere'),
      effect: `${text('assets_paid_cash_stays')} · ${nav(effect.asset)}`,
      isShort: false,
    },
  ]
  return (
    <fieldset className={styles.question}>
      <legend>{text(effect.cash < 0 ? 'assets_paid_question' : 'assets_received_question')}</legend>
      {options.map(option => (
        <label key={option.value} className={styles.answer}>
          <input
            type="radio"
            name="paid_from"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            <span className={styles.effect} data-amount="">
              {option.effect}
            </span>
            {option.isShort && value === option.value && (
              <span className={styles.warning}>{text('assets_paid_negative')}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
