import type { contract } from '@plumbline/contract'

/** The parts of the API in the order of its documentation, each with its title and one sentence. */
export const features: Readonly<Record<keyof typeof contract, { title: string; text: string }>> = {
  auth: {
    title: 'Authentication',
    text: 'Signing in and out, joining, second factor, sign-ins and API tokens.',
  },
  settings: { title: 'Settings', text: 'What users choose for themselves, and the lists of values.' },
  templates: { title: 'Templates', text: 'Saved filters.' },
  accounts: { title: 'Accounts', text: 'Accounts belong to one family and one custodian.' },
  families: { title: 'Families and clients', text: 'Households, and how advisers look over them.' },
  archive: {
    title: 'Archives',
    text: 'All data of a family as one file, and a family made of such a file.',
  },
  users: { title: 'Users', text: 'Who may sign in, and what they may see.' },
  positions: { title: 'Positions', text: 'Round trips: from leaving zero to returning to it.' },
  linkedPositions: { title: 'Linked positions', text: 'Positions that belong together.' },
  assets: { title: 'Manual assets', text: 'What no custodian reports and people keep by hand.' },
  overview: { title: 'Performance', text: 'Balance, cash flow, P/L and risk of a scope over a period.' },
  grouped: { title: 'Grouping', text: 'The portfolio by type, sector, country and more.' },
  explain: { title: 'Explanations and receipts', text: 'What moved a figure, and how it was computed.' },
  events: { title: 'Events', text: 'What is ahead for the positions.' },
  fees: { title: 'Fees', text: 'What the portfolio costs.' },
  transactions: { title: 'Transactions', text: 'The ledger, which only grows.' },
  userTasks: { title: 'Notification rules', text: 'What a user wants to be told.' },
  notifications: { title: 'Notifications', text: 'What a user was told.' },
  jobs: { title: 'Jobs', text: 'Long work that can be left alone.' },
  reports: { title: 'Reports', text: 'What can be printed.' },
  strategies: { title: 'Strategies', text: 'Named groups of positions.' },
  watchlist: { title: 'Watchlist', text: 'Tickers with price targets.' },
  imports: { title: 'Imports', text: 'Statement files become transactions, and can be taken back.' },
  reconciliation: {
    title: 'Reconciliation and data health',
    text: 'Whether the ledger agrees with the statements, and what the data lacks.',
  },
  integrations: { title: 'Integrations', text: 'Where data comes from, and how that is going.' },
  instruments: { title: 'Instruments and custodians', text: 'Reference data, kept by administrators.' },
  audit: { title: 'Audit log and outbox', text: 'Who did what, and which mails wait.' },
}
