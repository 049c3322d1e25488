import { Field, Select } from '../../../platform/admin/fields/field.tsx'
import { MediaPicker } from '../../../platform/admin/fields/media-picker.tsx'
import { PicturesField } from '../../../platform/admin/fields/pictures-field.tsx'
import type { OptionJson } from '../../../things/blocks/option-json.ts'

type OptionFieldProps = { readonly option: OptionJson; readonly name: string }

export function OptionField({ option, name }: OptionFieldProps) {
  const { control, title: label, minimum, maximum } = option
  switch (control) {
    case 'number':
      return <Field name={name} label={label} type="number" min={minimum} max={maximum} />
    case 'choice':
      return <Select name={name} label={label} options={(option.enum ?? []).map((value) => [value, value])} />
    case 'flag':
      return <Select name={name} label={label} options={yesOrNo} />
    case 'picture':
      return <MediaPicker name={name} label={label} />
    case 'pictures':
      return <PicturesField name={name} label={label} />
    case 'address':
      return <Field name={name} label={label} placeholder="/shop/ or https://…" />
    default:
      return <Field name={name} label={label} />
  }
}

const yesOrNo = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
