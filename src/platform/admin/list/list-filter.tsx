import { Combobox } from '../combobox.tsx'
import controls from '../controls.module.css'
import { Chips } from '../fields/chips.tsx'
import { useEntities } from '../fields/use-entities.ts'

export type Filter = {
  readonly name: string
  /** Label of the choice without a filter, such as 'Any stars'. */
  readonly any: string
} & (
  | { readonly options: readonly (readonly [value: string, label: string])[] }
  | { readonly of: string }
  /** A day, as '2026-11-22'. */
  | { readonly isDay: true }
)

type EntityFilterProps = {
  readonly of: string
  readonly label: string
  /** An id as in the URL; '' without the filter. */
  readonly value: string
  readonly onChange: (value: string) => void
}

function EntityFilter({ of, label, value, onChange }: EntityFilterProps) {
  const ids = /^[1-9]\d{0,9}$/.test(value) ? [Number(value)] : []
  const { chips, search } = useEntities(of, ids)
  return ids.length > 0 ? (
    <Chips label={label} chips={chips} onRemove={() => onChange('')} />
  ) : (
    <Combobox
      control={{ 'aria-label': label }}
      {...search}
      placeholder={label}
      onPick={({ id }) => onChange(`${id}`)}
    />
  )
}

type FilterFieldProps = {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
}

export function FilterField({ filter, value, onChange }: FilterFieldProps) {
  if ('of' in filter) return <EntityFilter of={filter.of} label={filter.any} value={value} onChange={onChange} />
  if ('isDay' in filter)
    return (
      <label className={controls.day}>
        {filter.any}
        <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
      </label>
    )
  return (
    <select aria-label={filter.any} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{filter.any}</option>
      {filter.options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  )
}
