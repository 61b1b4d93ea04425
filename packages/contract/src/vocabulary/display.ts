/** Display settings. The first of each list is the default. */
export const pnlChartTypes = ['cumulative', 'daily'] as const
export type PnlChartType = (typeof pnlChartTypes)[number]

export const pnlChartRelativities = ['abs', 'rel'] as const
export type PnlChartRelativity = (typeof pnlChartRelativities)[number]

export const currencyTypes = ['calculated', 'original'] as const
export type CurrencyType = (typeof currencyTypes)[number]

/** Prices of a chart: adjusted for splits, or as traded on their day. */
export const priceUnits = ['adjusted', 'as_traded'] as const
export type PriceUnits = (typeof priceUnits)[number]

export const colorSchemes = ['dark', 'light'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** 13 Nov 2026 · Nov 13, 2026 · 13.11.2026 · 2026-11-13 */
export const dateFormats = ['d MMM yyyy', 'MMM d, yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd'] as const
export type DateFormat = (typeof dateFormats)[number]

/** Where the time zone of a user comes from: nobody has set it, it was taken from the browser, or the user chose it. */
export const timeZoneSources = ['default', 'browser', 'user'] as const
export type TimeZoneSource = (typeof timeZoneSources)[number]

export const defaultTimeZone = 'UTC'

export const defaultPageSize = 50
