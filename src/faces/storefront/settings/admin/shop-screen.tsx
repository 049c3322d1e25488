import { can } from '../../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import form from '../../../../platform/admin/form.module.css'
import { Check, NumberField, RadioChoice } from '../../../../platform/admin/form.tsx'
import { Panel } from '../../../../platform/admin/parts.tsx'
import { SettingsScreen } from '../../../../platform/admin/settings-screen.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { MAX_NOTICE_LENGTH, productsPerPageRange, requiredCapability, type ShopSettings } from '../shop-settings.ts'
import { GeneralGroup, Group, PoliciesGroup } from './fact-groups.tsx'
import { LayoutPreview } from './layout-preview.tsx'
import styles from './shop-screen.module.css'

const layouts = [
  {
    value: 1,
    name: 'Large',
    text: 'Tall pictures, two to four in a row. The button lies in the picture on wide screens.',
  },
  { value: 4, name: 'Compact', text: 'Small tiles, two to five in a row, for many products on one screen.' },
] as const

const moderationOptions = [
  { value: 'all', name: 'Every review waits for your approval' },
  { value: 'first', name: 'A person’s first review waits, later ones appear at once' },
  { value: 'none', name: 'Reviews appear at once' },
] as const

const phoneOptions = [
  { value: 'required', name: 'Required' },
  { value: 'optional', name: 'Optional' },
  { value: 'hidden', name: 'Not asked, and not stored when an app sends one' },
] as const

/** Shop settings screen (CAT-04). */
export function ShopScreen() {
  const { user } = useAdminContext()
  const canEditStoreSettings = can(user, requiredCapability('reviews_wait'))
  return (
    <SettingsScreen<ShopSettings>
      title="Shop settings"
      tab="shop"
      href={paths.restSettings}
      savedText="Saved. The shop now shows it."
    >
      {(values, change) => {
        const field = <K extends keyof ShopSettings>(name: K) => ({
          ...{ name, value: values[name] },
          onChange: (value: ShopSettings[K]) => change(name, value),
        })
        const yesNo = (name: 'review_rating_required' | 'cart_redirect_after_add') => ({
          checked: values[name] === 'yes',
          onChange: (isOn: boolean) => change(name, isOn ? 'yes' : 'no'),
        })
        return (
          <>
            {canEditStoreSettings && <GeneralGroup values={values} change={change} />}
            <Group title="Product grid">
              <div className={styles.layouts}>
                {layouts.map((layout) => (
                  <label key={layout.value} className={styles.layout}>
                    <LayoutPreview layout={layout.value} />
                    <span className={styles.layoutName}>
                      <input
                        type="radio"
                        name="grid_layout"
                        value={layout.value}
                        checked={values.grid_layout === layout.value}
                        onChange={() => change('grid_layout', layout.value)}
                      />
                      {layout.name} (layout {layout.value})
                    </span>
                    <span className={form.soft}>{layout.text}</span>
                  </label>
                ))}
              </div>
              <NumberField
                label="Products per page"
                {...productsPerPageRange}
                value={values.products_per_page}
                onChange={(value) => change('products_per_page', value)}
              />
            </Group>

            <Panel id="notice" title="Store notice">
              <label className={form.field}>
                Shown at the top of every page. Leave it empty for no notice. A changed notice shows again to people who
                dismissed the old one.
                <input
                  type="text"
                  className={controls.field}
                  maxLength={MAX_NOTICE_LENGTH}
                  value={values.store_notice}
                  onChange={(event) => change('store_notice', event.target.value)}
                />
              </label>
            </Panel>

            {canEditStoreSettings && (
              <>
                <PoliciesGroup values={values} change={change} />
                <Group title="Reviews">
                  <RadioChoice options={moderationOptions} {...field('reviews_wait')} />
                  <Check label="A review must have stars" {...yesNo('review_rating_required')} />
                  <Check
                    label="Only people who bought the product may review it"
                    checked={values.reviews_buyers_only}
                    onChange={(isOn) => change('reviews_buyers_only', isOn)}
                  />
                </Group>
                <Group title="Cart">
                  <Check label="Go to the cart after adding a product" {...yesNo('cart_redirect_after_add')} />
                </Group>
                <Group title="Phone number at checkout">
                  <RadioChoice options={phoneOptions} {...field('checkout_phone_field')} />
                </Group>
              </>
            )}
          </>
        )
      }}
    </SettingsScreen>
  )
}
