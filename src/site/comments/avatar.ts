/**
 * Pictures of a writer, by size, as the public JSON names them. The recorded addresses carry a hash of the writer's e-mail
 * address, from which the address can be found again; ours are the picture of somebody unknown.
 */
export const avatarUrls: Readonly<Record<'24' | '48' | '96', string>> = {
  '24': 'https://secure.gravatar.com/avatar/?s=24&d=mm&r=g',
  '48': 'https://secure.gravatar.com/avatar/?s=48&d=mm&r=g',
  '96': 'https://secure.gravatar.com/avatar/?s=96&d=mm&r=g',
}
