/** Cash of an account in a currency. */
export interface CashPlace {
  readonly account: string
  readonly currency: string
}

const SEPARATOR = '/'

export function potKey({ account, currency }: CashPlace): string {
  return `${account}${SEPARATOR}${currency}`
}

export function toPlace(key: string): CashPlace {
  const end = key.lastIndexOf(SEPARATOR)
  return { account: key.slice(0, end), currency: key.slice(end + 1) }
}
