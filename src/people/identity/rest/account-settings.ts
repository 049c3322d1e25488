import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { type AccountSettings, accountDefaults } from '../settings.ts'
import { hasSecondFactor } from '../users.store.ts'

const fields = z.strictObject({
  registration: z.boolean().describe('Whether people can make an account without buying.'),
  require_second_factor: z.boolean().describe('Whether staff need a second factor to open the back office.'),
})

export type AccountSettingsJson = z.infer<typeof fields>

const json = ({ registration, requireSecondFactor }: AccountSettings): AccountSettingsJson => ({
  registration,
  require_second_factor: requireSecondFactor,
})

/** Who switches it on would be the first one to stand before a closed back office. */
const needsOwnSecondFactor: RestError = {
  ...{ status: 409, code: 'samovar_rest_no_own_second_factor' },
  message: 'Set up a second factor for yourself first: in your account, under Sign-in and security.',
}

const common = { path: paths.restAccountSettings, capability: 'users.manage', response: fields } as const

/** `samovar/v1/settings/accounts`: how people come to have an account. Omitted settings do not change. */
export const accountSettingsCalls = [
  defineCall({
    ...{ ...common, summary: 'Settings of accounts', method: 'GET' },
    // Read from the database, because this process's copy may be slightly outdated.
    handler: async ({ db }: Pick<Platform, 'db'>) => ({ json: json(await loadStored(db, accountDefaults)) }),
  }),
  defineCall({
    ...{ ...common, summary: 'Changes settings of accounts', method: ['POST', 'PUT', 'PATCH'], action: 'edit' },
    body: fields.partial(),
    async handler({ db }: Pick<Platform, 'db'>, { user, body: { registration, require_second_factor: required } }) {
      if (required === true && !(await hasSecondFactor(db, user.id))) return needsOwnSecondFactor
      const saved = await updateSettings<AccountSettings>(db, accountDefaults, () => ({
        ...(registration === undefined ? {} : { registration }),
        ...(required === undefined ? {} : { requireSecondFactor: required }),
      }))
      return { json: json(saved) }
    },
  }),
]
