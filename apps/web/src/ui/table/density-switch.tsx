import { useText } from '../../lib/i18n/i18n.ts'
import { Segmented } from '../form/segmented.tsx'
import { type Density, densities } from './table-props.ts'

interface DensitySwitchProps {
  density: Density
  onChange: (density: Density) => void
}

/** Selects the row height of a table. */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  const text = useText()
  return (
    <Segmented
      size="small"
      label={text('table_density')}
      segments={densities.map(value => ({ value, label: text(`table_density_${value}`) }))}
      value={density}
      onChange={onChange}
    />
  )
}
