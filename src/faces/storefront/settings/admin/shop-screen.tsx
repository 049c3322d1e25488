import { useController } from 'react-hook-form'
import { can } from '../../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import form from '../../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { MAX_REVISIONS } from '../../../../things/entries/settings.ts'
import { MAX_NOTICE_LENGTH, productsPerPageRange, requiredCapability, type ShopSettings } from '../shop-settings.ts'
import { GeneralGroup, PoliciesGroup } from './fact-groups.tsx'
import { FooterGroup } from './footer-group.tsx'
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

const { Field, Checkbox, Quantity, RadioGroup } = formFields<ShopSettings>()

/** Shop settings screen (CAT-04). */
export function ShopScreen() {
  const { user } = useAdminContext()
  const canEditStoreSettings = can(user, requiredCapability('reviews_wait'))
  return (
    <SettingsScreen<ShopSettings>
      title="Shop settings"
      href={paths.restSettings}
      savedText="Saved. The shop now shows it."
    >
      {canEditStoreSettings && <GeneralGroup />}
      <FieldGroup title="Product grid">
        <Layouts />
        <Quantity name="products_per_page" label="Products per page" required {...productsPerPageRange} />
      </FieldGroup>
      <FieldGroup title="Store notice">
        <Field
          name="store_notice"
          label="Shown at the top of every page"
          hint="Leave it empty for no notice. A changed notice shows again to people who dismissed the old one."
          maxLength={MAX_NOTICE_LENGTH}
          isWide
        />
      </FieldGroup>
      <FooterGroup />
      {canEditStoreSettings && (
        <>
          <PoliciesGroup />
          <FieldGroup title="Reviews">
            <RadioGroup
              name="reviews_wait"
              label="Approval"
              options={[
                ['all', 'Every review waits for your approval'],
                ['first', 'A person’s first review waits, later ones appear at once'],
                ['none', 'Reviews appear at once'],
              ]}
            />
            <Checkbox name="review_rating_required" label="A review must have stars" />
            <Checkbox name="reviews_buyers_only" label="Only people who bought the product may review it" />
          </FieldGroup>
          <FieldGroup title="Posts and pages">
            <Quantity
              name="revisions_to_keep"
              label="Revisions kept of each"
              hint="Earlier texts that can be brought back. 0 keeps none."
              required
              min={0}
              max={MAX_REVISIONS}
            />
          </FieldGroup>
          <FieldGroup title="Inventory">
            <Quantity
              name="notify_low_stock_amount"
              label="Low stock amount"
              hint="You get an email when a product falls to it, and shoppers see how many are left. A product may have its own."
              max={1_000_000}
              required
            />
          </FieldGroup>
          <FieldGroup title="Cart">
            <Checkbox name="cart_redirect_after_add" label="Go to the cart after adding a product" />
          </FieldGroup>
          <FieldGroup title="Checkout">
            <RadioGroup
              name="checkout_phone_field"
              label="Phone number"
              options={[
                ['required', 'Required'],
                ['optional', 'Optional'],
                ['hidden', 'Not asked, and not stored when an app sends one'],
              ]}
            />
          </FieldGroup>
        </>
      )}
    </SettingsScreen>
  )
}

function Layouts() {
  const { field } = useController<ShopSettings, 'grid_layout'>({ name: 'grid_layout' })
  return (
    <div className={styles.layouts} role="radiogroup" aria-label="Layout" data-field="grid_layout">
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
