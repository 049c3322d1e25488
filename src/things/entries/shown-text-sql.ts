import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { decodeEntities } from '../../platform/web/plain-text.ts'

/** Elements inside a word or sentence; all others are read as a space. */
const inline = '</?(a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u)(\\s[^>]*)?>'

/** In SQL, the text that sanitized HTML shows: without tags, with characters for entities, and with single spaces. */
export function shownTextSql(html: SQLWrapper): SQL {
  const withoutTags = sql`regexp_replace(regexp_replace(${html}, ${sql.raw(`'${inline}'`)}, '', 'gi'), '<[^>]*>', ' ', 'g')`
  const decoded = ['&nbsp;', '&lt;', '&gt;', '&quot;', '&amp;'].reduce(
    (text, entity) => sql`replace(${text}, ${entity}, ${decodeEntities(entity)})`,
    withoutTags,
  )
  return sql`regexp_replace(${decoded}, '[\\s\u00a0]+', ' ', 'g')`
}
