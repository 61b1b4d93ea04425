import type { Asset } from '@plumbline/contract'
import { FundSection } from './fund-section.tsx'
import { LoanSection } from './loan-section.tsx'
import { PropertySection } from './property-section.tsx'

type Figures = Pick<Asset, 'fund' | 'loan' | 'property'>

export const hasAssetFigures = ({ fund, loan, property }: Figures): boolean =>
  fund !== null || loan !== null || property !== null

/** The figures that only a fund, a loan or a property has. */
export function AssetFigures({ figures, currency }: { figures: Figures; currency: string }) {
  const { fund, loan, property } = figures
  return (
    <>
      {fund && <FundSection fund={fund} currency={currency} />}
      {loan && <LoanSection loan={loan} currency={currency} />}
      {property && <PropertySection property={property} currency={currency} />}
    </>
  )
}
