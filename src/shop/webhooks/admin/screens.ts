import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'

const webhook = () => import('./webhook-screen.tsx').then((module) => module.WebhookScreen)

export const webhookScreens = defineScreens(shopSettingsWrite, [
  {
    path: paths.adminWebhooks,
    nav: { label: 'Webhooks', section: 'settings' },
    load: () => import('./webhooks-screen.tsx').then((module) => module.WebhooksScreen),
  },
  { path: paths.adminNewWebhook, load: webhook },
  { path: paths.adminWebhook, load: webhook },
])
