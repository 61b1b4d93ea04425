/** A part of a sum, as a waterfall draws it. */
export interface WaterfallPart {
  key: string
  label: string
  value: number | null
}
