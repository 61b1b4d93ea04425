/** IBKR's Flex Web Service, version 3. */
export const flexAddress = 'https://ndcdyn.interactivebrokers.com/AccountManagement/FlexWebService'

/** Where feeds come from, and how long they wait; tests shorten the times. */
export interface FeedOptions {
  /** The folder that custodians deliver files to. Null: there is none. */
  inbox: string | null
  flexAddress: string
  /** How often the inbox is looked at. Null: only when a job is sent. */
  pollMs: number | null
  /** A file is complete when it has not changed for this long. */
  settleMs: number
  /** Pauses before each request for a statement that is being generated. */
  flexPausesMs: readonly number[]
}

export const standardFeedOptions: FeedOptions = {
  inbox: null,
  flexAddress,
  pollMs: 2000,
  settleMs: 5000,
  // One request a second and ten a minute are allowed for each token.
  flexPausesMs: [3000, 5000, 10_000, 20_000, 30_000],
}
