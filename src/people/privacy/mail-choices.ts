import type { Platform } from '../../platform/web/context.ts'
import type { MessageInfo } from '../../things/messages/message.ts'
import { optIn, optOut, readOptOuts } from '../../things/messages/opt-outs.store.ts'
import { type MessageSettings, messageSettingsOf } from '../../things/messages/settings.ts'
import { recordConsents } from '../identity/consents/consents.ts'

export type MailChoice = { readonly id: string; readonly label: string; readonly isWanted: boolean }

type Shop = Pick<Platform, 'db' | 'now'>

export const optionalMessages = (types: readonly MessageInfo[], settings: MessageSettings) =>
  types.flatMap((type) =>
    type.optional && type.to === 'customer' && messageSettingsOf(settings, type).enabled
      ? [{ id: type.id, label: type.optional.label }]
      : [],
  )

export async function readMailChoices(
  { db }: Pick<Shop, 'db'>,
  email: string,
  offered: readonly { readonly id: string; readonly label: string }[],
): Promise<MailChoice[]> {
  const stopped = await readOptOuts(db, email)
  return offered.map(({ id, label }) => ({ id, label, isWanted: !stopped.has(id) }))
}

type Choices = {
  readonly email: string
  /** Null for an unsubscribe link. */
  readonly userId: number | null
  readonly choices: readonly MailChoice[]
  readonly place: string
}

export async function saveMailChoices({ db, now }: Shop, { email, userId, choices, place }: Choices): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const stopped = await readOptOuts(tx, email)
    const changed = choices.filter(({ id, isWanted }) => stopped.has(id) === isWanted)
    const idsOf = (isWanted: boolean) => changed.filter((choice) => choice.isWanted === isWanted).map(({ id }) => id)
    await optOut(tx, email, idsOf(false), at)
    await optIn(tx, email, idsOf(true))
    await recordConsents(
      tx,
      changed.map(({ label, isWanted }) => ({
        kind: 'emails',
        text: label,
        isGiven: isWanted,
        email,
        userId,
        place,
        at,
      })),
    )
  })
}
