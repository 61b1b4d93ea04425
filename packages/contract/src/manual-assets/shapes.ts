import { z } from 'zod'
import { confirm } from '../core/plausibility.ts'
import {
  amount,
  countryCode,
  currencyCode,
  figure,
  flags,
  fraction,
  isin,
  isoDate,
  longText,
  oneOf,
  positionId,
  reference,
  shortText,
} from '../core/values.ts'
import { dayCount, manualTransactionSlug, manualType, sector } from '../core/words.ts'
import {
  loanSides,
  type ManualTypeSlug,
  manualTypes,
  paymentSources,
  paymentsPerYear,
  repayments,
  requiredManualFields,
} from '../vocabulary/manual-types.ts'

const assetTransaction = z
  .object({
    id: z.string(),
    date: isoDate,
    type: manualTransactionSlug.describe("One of the slugs of the asset's type."),
    quantity: z
      .number()
      .nullable()
      .describe('Null where it follows from the amount; 0 for a distribution that is income.'),
    price: z.number().nullable(),
    amount: z.number().nullable().describe('Signed as it moved cash, without costs: a purchase is negative.'),
    accrued: z.number().nullable().describe('For bonds: accrued interest paid in addition to the amount.'),
    ratio: z.number().nullable().describe('For splits: new units per old unit.'),
    fees: z.number(),
    taxes: z.number(),
    note: z.string().nullable(),
    paid_from: oneOf(paymentSources).describe(
      "Whether it moves the account's cash, or was paid or received elsewhere.",
    ),
    revision: z.number().int(),
  })
  .meta({ id: 'AssetTransaction' })

const assetValuation = z
  .object({
    id: z.string(),
    date: isoDate,
    value: z.number().describe('Value of the whole asset, until the next valuation.'),
    source: z.string().nullable().describe('Source of the valuation, such as an appraiser.'),
    change_rel: figure.describe('Change from the previous valuation.'),
    revision: z.number().int(),
  })
  .meta({ id: 'AssetValuation' })

/** An asset in the list; fields that its type does not have are null. */
export const assetSummary = z
  .object({
    id: z.uuid(),
    position_id: positionId.nullable().describe('The position that its first transaction opened.'),
    type: manualType,
    instrument_type: manualType.describe('The same as type.'),
    name: z.string(),
    account: reference,
    family: reference,
    currency: currencyCode,
    country: countryCode.nullable(),
    sector: sector.nullable(),
    notes: z.string().nullable(),
    isin: z.string().nullable(),
    base_currency: currencyCode.nullable(),
    quote_currency: currencyCode.nullable(),
    location: z.string().nullable(),
    author: z.string().nullable(),
    year: z.number().int().nullable(),
    maturity: isoDate.nullable(),
    interest_rate: z.number().nullable().describe('A fraction per year: 0.05 is 5 %.'),
    side: oneOf(loanSides).nullable().describe('For loans.'),
    payments_per_year: z
      .number()
      .int()
      .nullable()
      .describe('For loans and bonds. Null: monthly for loans, yearly for bonds.'),
    day_count: dayCount.nullable().describe('For loans and bonds. Null: 30E/360.'),
    repayment: oneOf(repayments).nullable().describe('For loans.'),
    value: figure.describe('In the currency of the asset.'),
    value_calculated: figure.describe("In the currency of the user's settings."),
    valued_on: isoDate.nullable(),
    transactions_count: z.number().int(),
    valuations_count: z.number().int(),
    revision: z.number().int(),
    flags,
  })
  .meta({ id: 'AssetSummary' })

/** Commitment, capital calls, distributions and value of a private equity fund, in its currency. */
export const fundFigures = z
  .object({
    committed: z.number(),
    called: z.number(),
    uncalled: z.number().describe('Unfunded commitment.'),
    distributed: z.number(),
    dpi: fraction.describe('Distributed to paid in.'),
    rvpi: fraction.describe('Residual value to paid in.'),
    tvpi: fraction.describe('Total value to paid in.'),
    irr: fraction.describe('Internal rate of return of calls, distributions and value, per year.'),
    irr_reason: oneOf(['no_calls', 'no_value', 'no_time', 'no_rate'])
      .nullable()
      .describe('Why there is no rate.'),
    curve: z
      .array(
        z.object({
          date: isoDate,
          net_cash: z.number().describe('Distributed less called, since the first call.'),
          value: figure,
          gain: figure.describe('Net cash plus value.'),
        }),
      )
      .describe('The J-curve: at every call and distribution and at the end of every month.'),
  })
  .meta({ id: 'AssetFund' })

/** A scheduled payment of a loan. */
const loanPayment = z
  .object({ date: isoDate, interest: z.number(), principal: z.number(), outstanding: z.number() })
  .meta({ id: 'LoanPayment' })

/** The payment plan of a loan, in its currency. Amounts are magnitudes. */
export const loanFigures = z
  .object({
    outstanding: z.number(),
    principal_paid: z.number(),
    interest_paid: z.number(),
    interest_to_come: figure.describe('Null without a maturity.'),
    paid: z
      .array(loanPayment.extend({ drawn: z.number() }).meta({ id: 'PaidLoanPayment' }))
      .describe('Drawdowns and payments of the ledger by day.'),
    upcoming: z.array(loanPayment).nullable().describe('If nothing changes. Null without a maturity.'),
  })
  .meta({ id: 'AssetLoan' })

const propertyResult = { income: z.number(), costs: z.number(), net: z.number() }

/** Rent and running costs of a property, in its currency. */
export const propertyFigures = z
  .object({
    ...propertyResult,
    years: z.array(z.object({ year: z.number().int(), ...propertyResult })).describe('Newest first.'),
    net_yield: fraction.describe('Net income of the last twelve months to value.'),
    net_yield_reason: oneOf(['under_a_year', 'no_value']).nullable().describe('Why there is no yield.'),
  })
  .meta({ id: 'AssetProperty', description: 'Income, costs and net of the last twelve months, and by year.' })

/** Figures of one asset type each; null for the others. */
export const typeFigures = {
  fund: fundFigures.nullable().describe('For private equity.'),
  loan: loanFigures.nullable().describe('For loans.'),
  property: propertyFigures.nullable().describe('For real estate.'),
}

export const asset = assetSummary
  .extend({
    transactions: z.array(assetTransaction),
    valuations: z.array(assetValuation),
    ...typeFigures,
    schedule: z
      .array(loanPayment)
      .nullable()
      .describe('For loans: scheduled payments. Null without a maturity.'),
  })
  .meta({ id: 'Asset' })
export type Asset = z.infer<typeof asset>
export type AssetSummary = z.infer<typeof assetSummary>

/** An entry with an id corrects that entry, one without adds a new one; omitted entries are unchanged. */
const entry = {
  id: z.string().max(100).nullish(),
  is_void: z.boolean().default(false),
  revision: readOnly(assetTransaction.shape.revision),
}

/** A field of entries as they are read, so that a client may send them back with one value changed. */
function readOnly<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().describe('As it was read; ignored.').meta({ readOnly: true })
}

const transactionEntry = z
  .object({
    ...entry,
    date: isoDate,
    type: manualTransactionSlug,
    quantity: amount
      .nullish()
      .describe(
        'Absent: one for purchases, all for sales; for calls and distributions it follows from the amount. 0: the distribution is income.',
      ),
    price: amount.nullish(),
    amount: amount
      .nullish()
      .describe('A magnitude, or signed as it moves cash; a sign against the type is refused.'),
    accrued: amount.nullish().describe('For bonds: accrued interest paid in addition to the amount.'),
    ratio: z.number().positive().max(1e6).nullish().describe('For splits: new units per old unit.'),
    fees: amount.default(0),
    taxes: amount.default(0),
    note: longText.nullish(),
    paid_from: oneOf(paymentSources)
      .optional()
      .describe(
        '`elsewhere` also posts a deposit or withdrawal of the same amount, so that cash stays. Default: as it was, else account.',
      ),
  })
  .meta({ id: 'AssetTransactionEntry' })

const valuationEntry = z
  .object({
    ...entry,
    date: isoDate,
    value: amount.describe('Negative only for forwards and for money that was borrowed.'),
    source: shortText.nullish(),
    change_rel: readOnly(assetValuation.shape.change_rel),
  })
  .meta({ id: 'AssetValuationEntry' })

const optionalFields = {
  country: countryCode.nullish(),
  sector: sector.nullish(),
  notes: longText.nullish(),
  isin: isin.nullish(),
  base_currency: currencyCode.nullish(),
  quote_currency: currencyCode.nullish(),
  location: shortText.nullish(),
  author: shortText.nullish(),
  year: z.number().int().min(-3000).max(2200).nullish(),
  maturity: isoDate.nullish(),
  interest_rate: z.number().min(-1).max(10).nullish().describe('A fraction per year: 0.05 is 5 %.'),
  side: oneOf(loanSides).nullish().describe('For loans: lent or borrowed.'),
  payments_per_year: z
    .literal(paymentsPerYear, { error: `Use one of: ${paymentsPerYear.join(', ')}.` })
    .nullish()
    .describe('For loans and bonds: how often interest is paid.'),
  day_count: dayCount.nullish().describe('For loans and bonds: day count convention.'),
  repayment: oneOf(repayments).nullish().describe('For loans: how it is paid back.'),
  transactions: z.array(transactionEntry).max(5000).optional(),
  valuations: z.array(valuationEntry).max(5000).optional(),
  confirm,
}

const newAssetFields = z.object({
  type: manualType,
  name: shortText,
  account: z.uuid().describe('Id of a manual account.'),
  currency: currencyCode.optional().describe('Ignored for forwards, which use the quoted currency.'),
  ...optionalFields,
})

/** A new asset: fields that its type does not have are ignored, those it needs are required. */
export const newAsset = newAssetFields.superRefine((asset, context) => {
  const required = [
    ...(asset.type === 'fx_forward' ? [] : (['currency'] as const)),
    ...(requiredManualFields[asset.type] ?? []),
  ]
  for (const field of required.filter(name => asset[name] === undefined || asset[name] === null)) {
    context.addIssue({ code: 'custom', path: [field], message: `Required for the type ${asset.type}.` })
  }
  const allowed = listTransactionSlugs(asset.type)
  asset.transactions?.forEach(({ type }, index) => {
    if (allowed.includes(type)) return
    context.addIssue({
      code: 'custom',
      path: ['transactions', index, 'type'],
      message: `Use one of: ${allowed.join(', ')}.`,
    })
  })
})

/** A change of an asset: type and account cannot change, and omitted fields are unchanged. */
export const assetChange = newAssetFields
  .omit({ type: true, account: true })
  .partial()
  .extend({
    revision: z
      .number()
      .int()
      .optional()
      .describe('The revision that the change is based on; an outdated one is rejected.'),
  })

/** The transaction slugs of one manual type. */
export function listTransactionSlugs(type: ManualTypeSlug): readonly string[] {
  return manualTypes.find(({ slug }) => slug === type)?.transactions ?? []
}
