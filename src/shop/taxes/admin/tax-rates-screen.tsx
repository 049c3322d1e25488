import { countryName } from '../../../people/addresses/countries.ts'
import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import type { Column } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import table from '../../../platform/admin/list/table.module.css'
import { Badge, useRest } from '../../../platform/admin/parts.tsx'
import { formatShortDay, parseShopTime } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { TaxRateJson } from '../rest/taxes.ts'
import { AddCanada, TaxTabs, taxes, useClassOptions } from './tax-parts.tsx'

const nameOf = ({ name }: TaxRateJson): string => name || 'Tax'
const percentOf = ({ rate }: TaxRateJson): string => `${Number(rate)}%`

function Where({ rate: { country, state, postcodes, cities } }: { rate: TaxRateJson }) {
  const places = [...postcodes, ...cities]
  return (
    <>
      {country === '' ? 'Every country' : [state, countryName(country) ?? country].filter(Boolean).join(', ')}
      {places.length > 0 && (
        <span className={table.second}>
          {places.slice(0, 3).join(', ')}
          {places.length > 3 && ` and ${places.length - 3} more`}
        </span>
      )}
    </>
  )
}

function Since({ day }: { day: string }) {
  const at = parseShopTime(day)
  return at ? <time dateTime={day}>{formatShortDay(at)}</time> : 'Always'
}

const columnsOf = (classes: ReadonlyMap<string, string>): readonly Column<TaxRateJson>[] => [
  {
    title: 'Tax',
    name: 'tax',
    cell: (rate) => (
      <>
        {nameOf(rate)} {percentOf(rate)}
      </>
    ),
  },
  { title: 'Where', name: 'where', skeleton: ['140px'], cell: (rate) => <Where rate={rate} /> },
  {
    title: 'Class',
    name: 'class',
    place: 'half',
    narrowLabel: 'Class',
    cell: (rate) => classes.get(rate.class) ?? rate.class,
  },
  {
    title: 'From',
    name: 'from',
    place: 'half',
    narrowLabel: 'From',
    isSoft: true,
    cell: ({ samovar }) => <Since day={samovar.from} />,
  },
  {
    title: 'Priority',
    name: 'priority',
    orderby: 'priority',
    direction: 'asc',
    place: 'half',
    narrowLabel: 'Priority',
    isNumeric: true,
    cell: ({ priority }) => priority,
  },
  {
    title: 'Applies',
    name: 'applies',
    place: 'corner',
    cell: ({ compound, shipping }) => (
      <>
        {compound && <Badge tone="gold">Compound</Badge>} {!shipping && <Badge tone="hollow">Not on shipping</Badge>}
      </>
    ),
  },
]

export function TaxRatesScreen() {
  const options = useClassOptions()
  const any = useRest<readonly TaxRateJson[]>([paths.restTaxes, 'any'], `${paths.restTaxes}?per_page=1`)
  return (
    <ListScreen<TaxRateJson>
      resource={taxes}
      columns={columnsOf(new Map(options))}
      nameOf={(rate) => `${nameOf(rate)} ${percentOf(rate)}`}
      searchLabel="Search by name, country or province"
      filters={[{ name: 'class', any: 'All classes', options }]}
      always={{ context: 'edit' }}
      bulkActions={[deleteAction(taxes, nameOf)]}
      orderText="in their order"
      emptyText="Without rates nothing is taxed. Add one, take the built-in rates of Canada, or import a file."
      hasNew
    >
      <TaxTabs current="rates" />
      {any.data?.length === 0 && <AddCanada />}
    </ListScreen>
  )
}
