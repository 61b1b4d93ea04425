import { z } from 'zod'
import { basis } from '../core/figures.ts'
import { dataReply } from '../core/page.ts'
import {
  currencyCode,
  figure,
  flags,
  fraction,
  instrumentId,
  isoDate,
  oneOf,
  positionId,
  reference,
} from '../core/values.ts'
import { instrumentType } from '../core/words.ts'
import { certainties, incomeKinds, otherPaymentKinds } from '../vocabulary/income.ts'

const certainty = oneOf(certainties).meta({
  id: 'Certainty',
  description:
    'declared: announced in a calendar; contractual: from the terms; estimated: from past payments.',
})
const incomeKind = oneOf(incomeKinds).meta({ id: 'IncomeKind' })
const paymentKind = oneOf([...incomeKinds, ...otherPaymentKinds]).meta({
  id: 'PaymentKind',
  description: 'fee, maturity, loan_payment, capital_call and distribution are no income.',
})

/** Expected income by how sure it is. */
const byCertainty = {
  declared: figure,
  contractual: figure,
  estimated: figure,
}

const bothPeriods = {
  expected: figure.meta({
    id: 'ExpectedIncome',
    description: 'Of the next twelve months, at the last rates; null without any rate.',
  }),
  received: figure.meta({
    id: 'ReceivedIncome',
    description: 'Of the last twelve months, at the rate of each day; null without any rate.',
  }),
}

export const incomePayment = z
  .object({
    date: isoDate,
    status: oneOf(['received', 'pending', 'expected']).describe(
      'pending: still expected in the current month, in neither sum.',
    ),
    kind: paymentKind,
    certainty: certainty.nullable().describe('Null for what was received.'),
    position_id: positionId,
    instrument_id: instrumentId,
    name: z.string(),
    account: reference,
    instrument_type: instrumentType,
    currency: currencyCode,
    original_amount: z
      .number()
      .describe('Gross, in the currency it is paid in; negative when it is paid out.'),
    calculated_amount: figure.describe('In the currency of the answer; null without a rate.'),
    flags,
  })
  .meta({ id: 'IncomePayment' })

const nextPayment = z.object({ date: isoDate, currency: currencyCode, original_amount: z.number() })

export const incomePosition = z
  .object({
    position_id: positionId,
    instrument_id: instrumentId,
    kind: incomeKind,
    name: z.string(),
    account: reference,
    instrument_type: instrumentType,
    is_closed: z.boolean().describe('Sold or repaid in the meantime.'),
    next_payment: nextPayment.nullable().describe('The first one after today.'),
    certainty: certainty.nullable().describe('Of its least certain payment; null without an expected one.'),
    ...bothPeriods,
    ...byCertainty,
    yield: fraction.describe('Expected income as a share of the value today; null for cash.'),
    flags,
  })
  .meta({ id: 'IncomePosition', description: 'The income of a position of one kind.' })

const incomeMonth = z
  .object({
    month: z.string().describe('Expected month such as 2026-12.'),
    month_before: z.string().describe('The same month a year before, of what was received.'),
    ...bothPeriods,
    kinds: z.array(z.object({ kind: incomeKind, certain: figure, estimated: figure, received: figure })),
  })
  .meta({ id: 'IncomeMonth' })

const otherFigures = {
  ...bothPeriods,
  change: figure.describe('Expected less received; null where a payment has no rate.'),
  flags,
}

const otherPayments = z
  .object({
    total: z.object(otherFigures),
    kinds: z.array(
      z.object({ kind: oneOf(otherPaymentKinds), ...otherFigures, next_payment: nextPayment.nullable() }),
    ),
  })
  .meta({
    id: 'OtherPayments',
    description: 'Payments that are no income: fees, repaid principal, loans and calls. Negative: paid out.',
  })

const cashPoint = z.object({
  date: isoDate,
  amount: z.number().describe('All payments of the day.'),
  estimated: z.number().describe('The estimated part of it.'),
  balance: z.number(),
})

const cashLadder = z
  .object({
    currency: currencyCode,
    opening: z.number().describe('The balance today.'),
    closing: z.number().describe('The balance at the end of the expected months.'),
    lowest: z.number().describe('The lowest balance until then.'),
    runs_dry: isoDate.nullable().describe('First day with a balance below zero; null if there is none.'),
    points: z.array(cashPoint),
  })
  .meta({
    id: 'CashLadder',
    description: 'Cash of one currency with all expected payments, in that currency.',
  })

const range = z.object({ start_date: isoDate, end_date: isoDate })

export const incomeReply = dataReply(
  z.object({
    received_period: range,
    expected_period: range,
    total: z
      .object({
        ...bothPeriods,
        ...byCertainty,
        change: figure.describe('Expected less received; null where payments are left out.'),
        yield: fraction.describe('Expected income as a share of the net asset value.'),
        left_out: z.number().int().describe('Payments without a rate, in no sum.'),
        flags,
      })
      .meta({ id: 'IncomeTotal' }),
    pending: figure.describe('What the rest of the current month still expects.'),
    months: z.array(incomeMonth),
    kinds: z.array(z.object({ kind: incomeKind, ...bothPeriods })),
    currencies: z.array(
      z.object({
        currency: currencyCode,
        ...bothPeriods,
        share: fraction.describe('Of all that is expected.'),
      }),
    ),
    accounts: z.array(z.object({ account: reference, ...bothPeriods })),
    positions: z.array(incomePosition),
    other: otherPayments,
    payments: z.array(incomePayment).describe('Every payment by date, those that are no income included.'),
    cash: z.array(cashLadder),
    basis,
  }),
)
