import { Combobox } from './combobox.tsx'
import { type EntityName, useEntities } from './entities.ts'
import { Chips } from './fields/chips.tsx'

type EntityFilterProps = {
  readonly of: EntityName
  readonly label: string
  /** An id as in the URL; '' without the filter. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters a list by one item of another kind. */
export function EntityFilter({ of, label, value, onChange }: EntityFilterProps) {
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
