import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Combobox } from '../../../platform/admin/combobox.tsx'
import { Chips } from '../../../platform/admin/fields/chips.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from '../../../platform/admin/fields/field.tsx'
import { useRest } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { PlaceJson } from '../rest/trial.ts'

type Place = Pick<PlaceJson, 'type' | 'code' | 'name'>

const keyOf = ({ type, code }: Place): string => `${type} ${code}`

/** Picks countries, provinces and continents by name. */
export function PlacesField(field: FieldProps) {
  const { value: chosen, onChange } = useFieldValue<readonly Place[]>(field.name)
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const href = `${paths.restShippingPlaces}?${new URLSearchParams({ search })}`
  const found = useRest<PlaceJson[]>([paths.restShippingPlaces, search], href, { placeholderData: keepPreviousData })
  const taken = new Set(chosen.map(keyOf))
  const offered = found.data?.filter((place) => !taken.has(keyOf(place)))
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips
            label={field.label}
            chips={chosen.map((place) => ({ key: keyOf(place), text: place.name }))}
            onRemove={(index) => onChange(chosen.toSpliced(index, 1))}
          />
          <Combobox
            control={control}
            text={text}
            onText={setText}
            placeholder="Find a place"
            options={offered?.map((place, id) => ({ id, label: place.name, detail: place.within || place.type }))}
            onPick={({ id }) => {
              const place = offered?.[id]
              if (place) onChange([...chosen, { type: place.type, code: place.code, name: place.name }])
            }}
            onBackspace={() => onChange(chosen.slice(0, -1))}
          />
        </>
      )}
    </FieldFrame>
  )
}
