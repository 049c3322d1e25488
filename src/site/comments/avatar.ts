/**
 * Avatars by size, as the public JSON names them. Recorded URLs contain a hash of the author's email address, which can
 * be reversed; ours is a generic picture.
 */
export const avatarUrls: Readonly<Record<'24' | '48' | '96', string>> = {
  '24': 'https://secure.gravatar.com/avatar/?s=24&d=mm&r=g',
  '48': 'https://secure.gravatar.com/avatar/?s=48&d=mm&r=g',
  '96': 'https://secure.gravatar.com/avatar/?s=96&d=mm&r=g',
}
