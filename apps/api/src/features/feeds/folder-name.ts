/** A name as part of a path: lowercase letters, digits and dashes. */
export function folderName(name: string): string {
  const plain = name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(part => part !== '')
    .join('-')
    .slice(0, 60)
  return plain === '' ? 'family' : plain
}
