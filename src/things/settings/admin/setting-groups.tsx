import type { ComponentType, ReactNode } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { Checkbox, Field, type FieldProps, RadioGroup, Select } from '../../../platform/admin/fields/field.tsx'
import { FieldGroup } from '../../../platform/admin/fields/form-fields.tsx'
import { Quantity } from '../../../platform/admin/fields/numbers.tsx'
import { type ListedSetting, listedSettings, type SettingsTree } from '../setting.ts'

type SettingGroupsProps = {
  readonly settings: SettingsTree
  /** Names of groups in order; others follow. */
  readonly order?: readonly string[]
  /** Custom fields by JSON name. */
  readonly custom?: Readonly<Record<string, ComponentType<FieldProps>>>
  /** Introductions by group. */
  readonly intros?: Readonly<Record<string, ReactNode>>
  /** Rendered after each field. */
  readonly After?: ComponentType<{ readonly setting: ListedSetting }>
}

/** The fields of declared settings that the user may change, by group. */
export function SettingGroups({ settings, order = [], custom = {}, intros = {}, After }: SettingGroupsProps) {
  const { user } = useAdminContext()
  const groups = Map.groupBy(
    listedSettings(settings).filter(({ mayChange }) => can(user, mayChange)),
    ({ group }) => group,
  )
  const titles = [...new Set([...order.filter((title) => groups.has(title)), ...groups.keys()])]
  return titles.map((title) => (
    <FieldGroup key={title} title={title}>
      {intros[title]}
      {groups.get(title)?.map((one) => {
        const field = <SettingField key={one.json} setting={one} Special={custom[one.json]} />
        if (!After) return field
        return (
          <div key={one.json}>
            {field}
            <After setting={one} />
          </div>
        )
      })}
    </FieldGroup>
  ))
}

type SettingFieldProps = { readonly setting: ListedSetting; readonly Special: ComponentType<FieldProps> | undefined }

function SettingField({ setting: { json: name, label, hint, isWide, input, kind }, Special }: SettingFieldProps) {
  const field = { name, label, hint, ...(isWide ? { isWide } : {}) }
  if (Special) return <Special {...field} />
  if (kind.type === 'line') return <Field {...field} {...input} maxLength={kind.max} required={kind.isRequired} />
  if (kind.type === 'integer') {
    const { min, max, unit = 1 } = kind
    return <Quantity {...field} min={min / unit} max={max / unit} unit={unit} required />
  }
  if (kind.type === 'option') {
    const Options = kind.isSelect ? Select : RadioGroup
    return <Options {...field} options={Object.entries(kind.labels)} />
  }
  return kind.type === 'custom' ? null : <Checkbox {...field} />
}
