import type { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import type { Reply } from '../../lib/api/api.ts'

export type Asset = Reply<typeof contract.assets.read>['data']
export type AssetSummary = Reply<typeof contract.assets.list>['data'][number]
export type AssetForm = Reply<typeof contract.assets.formFields>['data'][number]
export type AssetAccount = Reply<typeof contract.assets.formFields>['accounts'][number]
export type AssetTransaction = Asset['transactions'][number]
export type AssetValuation = Asset['valuations'][number]
export type NewAssetBody = CallBody<typeof contract.assets.create>
export type AssetChangeBody = CallBody<typeof contract.assets.change>
