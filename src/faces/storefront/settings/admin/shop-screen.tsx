import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { canadianProvinces } from '../../../../people/addresses/canadian-provinces.ts'
import { countriesIn } from '../../../../people/addresses/countries.ts'
import { Field, type FieldProps, Select, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import form from '../../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { SettingGroups } from '../../../../things/settings/admin/setting-groups.tsx'
import { appearanceScreenSettings } from '../../appearance/settings.ts'
import { shopSettings } from '../shop-settings.ts'
import { LayoutPreview } from './layout-preview.tsx'
import styles from './shop-screen.module.css'

const groups = [
  ...['General', 'Product grid', 'Returns and dispatch', 'Reviews', 'Contact forms', 'Posts and pages'],
  ...['Inventory', 'Cart', 'Checkout'],
]

/** Leaves out the settings of the “Appearance” screen. */
const screenSettings = Object.fromEntries(
  Object.entries(shopSettings).filter(([key]) => !(key in appearanceScreenSettings)),
)

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

/** Shop settings screen (CAT-04). */
export const ShopScreen = () => (
  <SettingsScreen title="Shop settings" href={paths.restSettings} savedText="Saved. The shop now shows it.">
    <SettingGroups settings={screenSettings} order={groups} custom={custom} />
  </SettingsScreen>
)

function Province({ hint, ...field }: FieldProps) {
  const isCanadian = useWatch({ name: 'store_country' }) === 'CA'
  if (!isCanadian) return <Field {...field} hint={hint} />
  return (
    <Select
      {...field}
      label="Province or territory"
      options={canadianProvinces.map(({ code, name }) => [code, name])}
    />
  )
}

const layouts = [
  {
    value: 1,
    name: 'Large',
    text: 'Tall pictures, two to four in a row. The button lies in the picture on wide screens.',
  },
  { value: 4, name: 'Compact', text: 'Small tiles, two to five in a row, for many products on one screen.' },
] as const

function Layouts({ name: fieldName, label }: FieldProps) {
  const field = useFieldValue<number>(fieldName)
  return (
    <div className={styles.layouts} role="radiogroup" aria-label={label} data-field={fieldName}>
      {layouts.map(({ value, name, text }) => (
        <label key={value} className={styles.layout}>
          <LayoutPreview layout={value} />
          <span className={styles.layoutName}>
            <input
              type="radio"
              name={field.name}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
            />
            {name} (layout {value})
          </span>
          <span className={form.soft}>{text}</span>
        </label>
      ))}
    </div>
  )
}

const custom: ComponentProps<typeof SettingGroups>['custom'] = {
  grid_layout: Layouts,
  store_country: (field) => (
    <Select {...field} options={countriesIn('everywhere').map(({ code, name }) => [code, name])} />
  ),
  store_state: Province,
  timezone: (field) => <Select {...field} options={timeZones.map((name) => [name, name.replaceAll('_', ' ')])} />,
}
