import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { users } from '../../people/identity/accounts.table.ts'
import { containsIndexedText, containsText } from './list-query.ts'

const columns = [users.name, users.email]
const queryOf = (condition: ReturnType<typeof containsText>) => condition && new PgDialect().sqlToQuery(condition)
const isIndexed = (search: string) =>
  JSON.stringify(queryOf(containsIndexedText(search, columns))) !==
  JSON.stringify(queryOf(containsText(search, columns)))

describe('the trigram index is asked', () => {
  test.each(['tea', 'Thé', 'a-b', 'a b c', 'ab@', ' person5@shop.test ', '5th'])('for %j', (search) => {
    expect(isIndexed(search)).toBe(true)
  })

  test.each(['', 'te', '🍵🍵🍵', '---', '@.@', '.....', '日本語', 'a🍵', '%_\\'])(
    'not for %j, which has no trigram',
    (search) => {
      expect(isIndexed(search)).toBe(false)
    },
  )
})
