import * as React from 'react'

/**
 * The development build of React captures a stack for every element it creates, which takes an eighth of the
 * time of all screen tests. React stops above a limit, so this pins its counter there.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  })
