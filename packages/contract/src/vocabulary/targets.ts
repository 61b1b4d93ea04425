/** What a target allocation divides a portfolio by. A position is a security, in all accounts. */
export const targetDimensions = [
  'instrument_type',
  'sector',
  'country',
  'currency',
  'custodian',
  'position',
] as const
export type TargetDimension = (typeof targetDimensions)[number]

/** A bucket against its band. */
export const bandStates = ['within', 'below', 'above', 'no_target', 'unknown'] as const
export type BandState = (typeof bandStates)[number]

/** Where a proposal leads: into the bands, or to the targets. */
export const rebalanceGoals = ['bands', 'target'] as const
export type RebalanceGoal = (typeof rebalanceGoals)[number]

/** Orders of a proposal. A move converts or transfers cash. */
export const orderKinds = ['buy', 'sell', 'move'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Why a position is left out of the weights, or not traded. */
export const leftOutReasons = ['no_price', 'no_rate'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
export const keptReasons = ['locked', 'illiquid', 'contract', 'short', 'no_cash_account'] as const
export type KeptReason = (typeof keptReasons)[number]

/** Why a portfolio has no drift: no target, or nothing that can be weighed against it. */
export const driftGaps = ['no_target', ...leftOutReasons, 'no_base'] as const
export type DriftGap = (typeof driftGaps)[number]

export { PROPOSAL_PROBLEMS as proposalProblems, type ProposalProblem } from '@plumbline/engine'
