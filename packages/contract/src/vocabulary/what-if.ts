/** `hold` trades up or down to the stated size. */
export const tradeSides = ['buy', 'sell', 'hold'] as const
export type TradeSide = (typeof tradeSides)[number]

/** What the size of a trade is stated in. */
export const tradeSizes = ['quantity', 'amount', 'weight'] as const
export type TradeSize = (typeof tradeSizes)[number]

/** What a change of prices applies to. */
export const priceScopes = ['instrument', 'instrument_type', 'sector', 'currency'] as const
export type PriceScope = (typeof priceScopes)[number]

/** The parts of a comparison, in their order. */
export const whatIfSections = ['value', 'cash', 'position', 'allocation', 'drift', 'ladder', 'risk'] as const
export type WhatIfSection = (typeof whatIfSections)[number]

/** `points` are differences of shares: 0.01 is one point. */
export const whatIfUnits = ['money', 'price', 'quantity', 'share', 'points', 'days', 'date'] as const
export type WhatIfUnit = (typeof whatIfUnits)[number]

/** Why a figure of a comparison is missing. */
export const whatIfReasons = ['no_price', 'no_rate', 'no_value', 'few_days', 'not_held', 'never'] as const
export type WhatIfReason = (typeof whatIfReasons)[number]

/** What the changes lead to that a user may not want. */
export const whatIfWarnings = ['negative_cash', 'short'] as const
export type WhatIfWarning = (typeof whatIfWarnings)[number]

/** Changes of each kind in one scenario: all of them fit in an address. */
export const maxScenarioChanges = 20
