import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { ScreenHeader } from '../../../../platform/admin/screen-header.tsx'
import { SettingsTabs } from '../../../../platform/admin/settings-tabs.tsx'
import { ErrorState, Skeleton } from '../../../../platform/admin/states.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import {
  MAX_NOTICE_LENGTH,
  productsPerPageRange,
  requiredCapability,
  type ShopSettingName,
  type ShopSettings,
} from '../shop-settings.ts'
import { LayoutPreview } from './layout-preview.tsx'
import styles from './shop-screen.module.css'

/** Shop settings screen (CAT-04). */
export function ShopScreen() {
  const { rest } = useAdminContext()
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => rest.get<ShopSettings>(hrefs.restSettings(), signal),
  })
  return (
    <>
      <ScreenHeader title="Shop settings" />
      <SettingsTabs current="shop" />
      {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton width="320px" />}
      {query.data && <ShopForm saved={query.data} />}
    </>
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

function ShopForm({ saved }: { saved: ShopSettings }) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const [changes, setChanges] = useState<Partial<ShopSettings>>({})
  const values = { ...saved, ...changes }
  const canEditStoreSettings = can(user, requiredCapability.reviews_wait)
  const save = useMutation({
    mutationFn: (input: Partial<ShopSettings>) => rest.send<ShopSettings>('PUT', hrefs.restSettings(), input),
    onSuccess: (updated) => {
      setChanges({})
      queries.setQueryData(['settings'], updated)
    },
  })
  const change = <K extends ShopSettingName>(name: K, value: ShopSettings[K]) => {
    if (!save.isPending) save.reset()
    setChanges((before) => ({ ...before, [name]: value }))
  }
  const isChanged = Object.keys(changes).length > 0
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save.mutate(changes)
      }}
    >
      <fieldset className={controls.panel}>
        <legend className={styles.legend}>Product grid</legend>
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
              <span className={styles.hint}>{layout.text}</span>
            </label>
          ))}
        </div>
        <label className={styles.field}>
          Products per page
          <input
            type="number"
            className={`${controls.field} ${styles.number}`}
            min={productsPerPageRange.min}
            max={productsPerPageRange.max}
            required
            value={Number.isNaN(values.products_per_page) ? '' : values.products_per_page}
            onChange={(event) => change('products_per_page', event.target.valueAsNumber)}
          />
        </label>
      </fieldset>

      <section className={controls.panel} aria-labelledby="notice-title">
        <h2 id="notice-title">Store notice</h2>
        <label className={styles.field}>
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
      </section>

      {canEditStoreSettings && (
        <>
          <fieldset className={controls.panel}>
            <legend className={styles.legend}>Reviews</legend>
            {moderationOptions.map((option) => (
              <label key={option.value} className={styles.choice}>
                <input
                  type="radio"
                  name="reviews_wait"
                  checked={values.reviews_wait === option.value}
                  onChange={() => change('reviews_wait', option.value)}
                />
                {option.name}
              </label>
            ))}
            <Check
              label="A review must have stars"
              checked={values.review_rating_required === 'yes'}
              onChange={(isOn) => change('review_rating_required', isOn ? 'yes' : 'no')}
            />
            <Check
              label="Only people who bought the product may review it"
              checked={values.reviews_buyers_only}
              onChange={(isOn) => change('reviews_buyers_only', isOn)}
            />
          </fieldset>
          <fieldset className={controls.panel}>
            <legend className={styles.legend}>Cart</legend>
            <Check
              label="Go to the cart after adding a product"
              checked={values.cart_redirect_after_add === 'yes'}
              onChange={(isOn) => change('cart_redirect_after_add', isOn ? 'yes' : 'no')}
            />
          </fieldset>
          <fieldset className={controls.panel}>
            <legend className={styles.legend}>Phone number at checkout</legend>
            {phoneOptions.map((option) => (
              <label key={option.value} className={styles.choice}>
                <input
                  type="radio"
                  name="checkout_phone_field"
                  checked={values.checkout_phone_field === option.value}
                  onChange={() => change('checkout_phone_field', option.value)}
                />
                {option.name}
              </label>
            ))}
          </fieldset>
        </>
      )}

      {save.isError && <ErrorState error={save.error} />}
      <div className={styles.foot}>
        <button type="submit" className={controls.primary} disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving …' : 'Save changes'}
        </button>
        {isChanged && !save.isPending && (
          <button type="button" className={controls.button} onClick={() => setChanges({})}>
            Undo
          </button>
        )}
        <p role="status" className={styles.said}>
          {save.isSuccess && !isChanged ? 'Saved. The shop now shows it.' : ''}
        </p>
      </div>
    </form>
  )
}

type CheckProps = { label: string; checked: boolean; onChange: (isOn: boolean) => void }

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
