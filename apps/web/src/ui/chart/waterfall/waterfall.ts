/** One item of a waterfall chart. */
export interface WaterfallItem {
  key: string
  label: string
  value: number | null
}
