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
  clients: {
    title: 'Clients',
    text: 'The work of staff across families: comparison, tasks and notes, saved views, reports and statements for many.',
  },
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
  income: {
    title: 'Income',
    text: 'Income of the last twelve months and expected income of the next twelve.',
  },
  fees: { title: 'Fees', text: 'Fees and other costs of the portfolio.' },
  securityCorrections: {
    title: 'Security corrections',
    text: 'Transactions whose security an import recognized wrongly.',
  },
  transactions: { title: 'Transactions', text: 'The append-only ledger.' },
  userTasks: { title: 'Notification rules', text: 'Rules for which a user is notified.' },
  notifications: { title: 'Notifications', text: 'Notifications of a user.' },
  jobs: { title: 'Jobs', text: 'Background jobs and their results.' },
  reports: { title: 'Reports', text: 'Reports as PDF and spreadsheet.' },
  strategies: { title: 'Strategies', text: 'Named groups of positions.' },
  targets: {
    title: 'Target allocations',
    text: 'Where a family or a strategy wants to be, how far it is from there, and orders that lead back.',
  },
  whatIf: {
    title: 'What-if',
    text: 'A portfolio before and after trades, prices, rates and cash flows that are only assumed.',
  },
  benchmarks: {
    title: 'Benchmarks',
    text: 'What a family, a group or a strategy is measured against, and where the difference comes from.',
  },
  watchlist: { title: 'Watchlist', text: 'Tickers with price targets.' },
  imports: { title: 'Imports', text: 'Import of statement files, which can be undone.' },
  reconciliation: {
    title: 'Reconciliation and data health',
    text: 'Comparison of the ledger with statements, and findings in the data.',
  },
  integrations: { title: 'Integrations', text: 'Data sources and the status of their runs.' },
  rates: { title: 'Exchange rates', text: 'Rates of currencies, maintained by administrators.' },
  feeds: {
    title: 'Feeds',
    text: 'Statements that custodians deliver by themselves, and what became of each file.',
  },
  instruments: { title: 'Instruments and custodians', text: 'Reference data, maintained by administrators.' },
  audit: { title: 'Audit log and outbox', text: 'The audit log, and the outbox of e-mails.' },
}
