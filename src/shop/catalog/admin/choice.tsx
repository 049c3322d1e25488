import controls from '../../../platform/admin/controls.module.css'
import { OptionList } from '../../../platform/admin/option-list.tsx'

type ChoiceProps<V extends string> = {
  readonly label: string
  readonly options: readonly (readonly [value: V, text: string])[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** A select with its label, outside of a form with fields. */
export const Choice = <V extends string>({ label, options, value, onChange }: ChoiceProps<V>) => (
  <label>
    {label}
    <select className={controls.field} value={value} onChange={({ target }) => onChange(target.value as V)}>
      <OptionList options={options} />
    </select>
  </label>
)
