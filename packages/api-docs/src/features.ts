import type { contract } from '@plumbline/contract'

/** The features of the API in the order of its documentation, each with a title and one sentence. */
export const features: Readonly<Record<keyof typeof contract, { title: string; text: string }>> = {
  auth: {
    title: 'Authentication',
    text: 'Sign-in and sign-out, invitations, second factor, sessions and API tokens.',
  },
  settings: { title: 'Settings', text: 'User settings, and the lists of values.' },
  templates: { title: 'Templates', text: 'Saved filters.' },
  accounts: { title: 'Accounts', text: 'Accounts belong to one family and one custodian.' },
  families: { title: 'Families and clients', text: 'Families, and the client overview of advisers.' },
  archive: {
    title: 'Archives',
    text: 'Export of all data of a family as one file, and restore from such a file.',
  },
  users: { title: 'Users', text: 'Users, their roles and what they may see.' },
  positions: { title: 'Positions', text: 'Positions, from opening to closing.' },
  linkedPositions: { title: 'Linked positions', text: 'Positions that belong together.' },
  assets: { title: 'Manual assets', text: 'Assets that no custodian reports, maintained by users.' },
  overview: { title: 'Performance', text: 'Balance, cash flow, P/L and risk of a scope over a period.' },
  grouped: { title: 'Grouping', text: 'The portfolio by type, sector, country and more.' },
  explain: {
    title: 'Explanations and receipts',
    text: 'The effects behind a change of value, and how a figure was computed.',
  },
  events: {
    title: 'Events',
    text: 'Upcoming dividends, coupons, expiries and other events of the positions.',
  },
  fees: { title: 'Fees', text: 'Fees and other costs of the portfolio.' },
  transactions: { title: 'Transactions', text: 'The append-only ledger.' },
  userTasks: { title: 'Notification rules', text: 'Rules for which a user is notified.' },
  notifications: { title: 'Notifications', text: 'Notifications of a user.' },
  jobs: { title: 'Jobs', text: 'Background jobs and their results.' },
  reports: { title: 'Reports', text: 'Reports as PDF and spreadsheet.' },
  strategies: { title: 'Strategies', text: 'Named groups of positions.' },
  watchlist: { title: 'Watchlist', text: 'Tickers with price targets.' },
  imports: { title: 'Imports', text: 'Import of statement files, which can be undone.' },
  reconciliation: {
    title: 'Reconciliation and data health',
    text: 'Comparison of the ledger with statements, and findings in the data.',
  },
  integrations: { title: 'Integrations', text: 'Data sources and the status of their runs.' },
  instruments: { title: 'Instruments and custodians', text: 'Reference data, maintained by administrators.' },
  audit: { title: 'Audit log and outbox', text: 'The audit log, and the outbox of e-mails.' },
}
