import { AccountPage, PasswordField, Problem } from '../../../../people/identity/pages/form-parts.tsx'
import { Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { Product } from '../../../../shop/catalog/product.ts'

type LockedProductProps = { readonly product: Pick<Product, 'name' | 'slug'>; readonly problem: string | null }

/** In place of a product whose password this browser was not given. */
export const LockedProduct = ({ product, problem }: LockedProductProps) => (
  <AccountPage title={product.name} lead="This is not for everybody yet. Enter its password to see and to order it.">
    <Problem id="password-problem" text={problem} />
    <form method="post" action={hrefs.product(product.slug)} className="post-password-form">
      <PasswordField
        id="post_password"
        name="post_password"
        label="Password"
        autoComplete="off"
        maxLength={200}
        required
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : 'password-problem'}
      />
      <Submit label="Enter" />
    </form>
  </AccountPage>
)
