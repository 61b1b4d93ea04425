export {
  CERTAINTIES as certainties,
  type Certainty,
  INCOME_KINDS as incomeKinds,
  type IncomeKind,
  OTHER_PAYMENT_KINDS as otherPaymentKinds,
  type PaymentKind,
} from '@plumbline/engine'

/** What an export of income lists: payments, or the cash ladder. */
export const incomeLists = ['payments', 'cash'] as const
