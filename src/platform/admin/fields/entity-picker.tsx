import { Combobox } from '../combobox.tsx'
import { Chips } from './chips.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'
import { useEntities } from './use-entities.ts'

export function EntityPicker({ of, ...field }: FieldProps & { readonly of: string }) {
  const { value: ids, onChange } = useFieldValue<readonly number[]>(field.name)
  const { chips, search } = useEntities(of, ids)
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips label={field.label} chips={chips} onRemove={(index) => onChange(ids.toSpliced(index, 1))} />
          <Combobox
            control={control}
            {...search}
            onPick={(option) => onChange([...ids, option.id])}
            onBackspace={() => onChange(ids.slice(0, -1))}
          />
        </>
      )}
    </FieldFrame>
  )
}
