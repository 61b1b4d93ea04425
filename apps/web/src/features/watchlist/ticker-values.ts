/** The typed values of the ticker form. */
export interface TickerValues {
  ticker: string
  targets: {
    targetId: string | null
    direction: 'above' | 'below'
    price: string
    note: string
    notify: boolean
  }[]
  note: string
}
