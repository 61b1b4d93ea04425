export interface Tile {
  index: number
  x: number
  y: number
  width: number
  height: number
}

interface Part {
  index: number
  area: number
}

interface Room {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Squarified treemap (Bruls, Huizing and van Wijk): tiles in proportion to the values, as square as possible. Values
 * that are not positive have no tile.
 */
export function treemap(values: readonly (number | null)[], width: number, height: number): Tile[] {
  const positive = values.flatMap((value, index) => (value !== null && value > 0 ? [{ value, index }] : []))
  const sum = positive.reduce((total, { value }) => total + value, 0)
  if (sum === 0 || width <= 0 || height <= 0) return []
  const parts = positive
    .map(({ value, index }): Part => ({ index, area: (value / sum) * width * height }))
    .sort((one, other) => other.area - one.area || one.index - other.index)
  const tiles: Tile[] = []
  let room: Room = { x: 0, y: 0, width, height }
  let row: Part[] = []
  for (const part of parts) {
    const side = Math.min(room.width, room.height)
    if (row.length > 0 && worstRatio([...row, part], side) > worstRatio(row, side)) {
      room = layRow(row, room, tiles)
      row = []
    }
    row.push(part)
  }
  layRow(row, room, tiles)
  return tiles
}

/** The worst aspect ratio in a row along `side`: 1 is a square. */
function worstRatio(row: readonly Part[], side: number): number {
  const sum = row.reduce((total, { area }) => total + area, 0)
  const thickness = sum / side
  return Math.max(
    ...row.map(({ area }) => Math.max(thickness / (area / thickness), area / thickness / thickness)),
  )
}

/** Lays a row along the shorter side and returns the remaining room. */
function layRow(row: readonly Part[], room: Room, tiles: Tile[]): Room {
  const sum = row.reduce((total, { area }) => total + area, 0)
  const isUpright = room.width >= room.height
  const thickness = sum / (isUpright ? room.height : room.width)
  let offset = 0
  for (const { index, area } of row) {
    const length = area / thickness
    tiles.push(
      isUpright
        ? { index, x: room.x, y: room.y + offset, width: thickness, height: length }
        : { index, x: room.x + offset, y: room.y, width: length, height: thickness },
    )
    offset += length
  }
  return isUpright
    ? { ...room, x: room.x + thickness, width: room.width - thickness }
    : { ...room, y: room.y + thickness, height: room.height - thickness }
}
