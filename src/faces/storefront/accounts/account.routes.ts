import { Hono } from 'hono'
import { accountForm } from './account-page.tsx'
import { addCardForm } from './add-payment-method.routes.tsx'
import { addressBookForms } from './address-book.routes.tsx'
import { addressForms } from './addresses.routes.tsx'
import { confirmForm } from './confirm.routes.tsx'
import type { AccountContext } from './context.ts'
import { detailsForm } from './details.routes.tsx'
import { mailChoiceRoutes } from './mail-choices.routes.tsx'
import { mailedLinkRoutes } from './mailed-links.routes.tsx'
import { accountOrdersRoutes } from './orders.routes.tsx'
import { accountPaymentMethodsRoutes } from './payment-methods.routes.tsx'
import { accountPrivacyRoutes } from './privacy.routes.tsx'
import { secondFactorForm } from './second-factor.routes.tsx'
import { accountsRoutes } from './sign-in/accounts.routes.tsx'
import { invitationRoutes } from './sign-in/invitation.routes.tsx'
import { passwordRoutes } from './sign-in/password.routes.tsx'
import { signInCodeRoutes } from './sign-in/sign-in-code.routes.tsx'
import { signInForms } from './sign-ins.routes.tsx'

const forms = [
  ...[...addressForms, ...addressBookForms, detailsForm, addCardForm],
  ...[...signInForms, secondFactorForm, confirmForm],
]

export function accountRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  for (const form of forms) accountForm(app, shop, form)
  for (const routes of [
    ...[accountsRoutes, passwordRoutes, signInCodeRoutes, mailedLinkRoutes, invitationRoutes],
    ...[accountOrdersRoutes, accountPrivacyRoutes, mailChoiceRoutes, accountPaymentMethodsRoutes],
  ])
    app.route('/', routes(shop))
  return app
}
