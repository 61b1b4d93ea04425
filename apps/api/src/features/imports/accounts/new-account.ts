/** An account that applying an import opens. Without a custodian it is a manual one. */
export interface NewAccount {
  name: string
  currency: string
  custodian?: string | null
  number?: string | null
}
