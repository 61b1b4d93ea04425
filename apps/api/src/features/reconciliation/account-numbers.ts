/** An account number in a file, with the currencies of its cash. Custodians give an account one IBAN per currency. */
export interface StatedNumber {
  number: string
  currencies: string[]
}

/** An account number that belongs to an account of the family. */
export interface KnownNumber {
  number: string
  name: string
  is_own: boolean
}
