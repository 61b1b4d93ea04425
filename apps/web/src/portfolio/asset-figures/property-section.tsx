import type { Asset } from '@plumbline/contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount, Percent } from '../../ui/display/figure.tsx'
import { Table } from '../../ui/table/table.tsx'
import styles from './asset-figures.module.css'
import { Figure, FigureList, Reason } from './figure-list.tsx'

type Property = NonNullable<Asset['property']>
type Year = Property['years'][number]

/** Rent, running costs and net yield of a property, and its result by year. */
export function PropertySection({ property, currency }: { property: Property; currency: string }) {
  const text = useText()
  const { net_yield_reason: reason } = property
  return (
    <section className={styles.section}>
      <FigureList label={`${text('assets_property')}, ${currency}`}>
        <Figure name={text('assets_property_net_yield')} title={text('assets_property_net_yield_note')}>
          {reason === null ? (
            <Percent value={property.net_yield} />
          ) : (
            <Reason>{text(`assets_reason_${reason}`)}</Reason>
          )}
        </Figure>
        {(['income', 'costs', 'net'] as const).map(field => (
          <Figure key={field} name={text(`assets_property_${field}_year`)}>
            <Amount value={property[field]} />
          </Figure>
        ))}
      </FigureList>
      {property.years.length > 0 && (
        <div className={styles.frame}>
          <Table<Year>
            label={text('assets_property')}
            density="compact"
            rows={property.years}
            rowKey={({ year }) => String(year)}
            columns={[
              { id: 'year', header: text('asset_field_year'), cell: ({ year }) => String(year) },
              ...(['income', 'costs', 'net'] as const).map(field => ({
                id: field,
                header: `${text(`assets_property_${field}`)}, ${currency}`,
                align: 'end' as const,
                cell: (row: Year) => <Amount value={row[field]} />,
              })),
            ]}
            phoneRow={row => ({
              title: String(row.year),
              note: (
                <>
                  {text('assets_property_costs')} <Amount value={row.costs} />
                </>
              ),
              value: <Amount value={row.net} />,
            })}
          />
        </div>
      )}
    </section>
  )
}
