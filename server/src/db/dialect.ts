import { Kysely, PostgresDialect, PostgresDriver, type PostgresDialectConfig } from "kysely";
import type { Pool } from "pg";
import { noteConnectionFailure } from "./errors.ts";

/**
 * Builds queries on a pool. A failed transaction throws its own error, even if the rollback fails too. Connection errors are registered,
 * so that `isDatabaseUnavailable` recognizes them wherever they surface.
 */
export function queriesOver<Tables>(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new NotingDialect({ pool }),
    log: (event) => void (event.level === "error" && noteConnectionFailure(event.error)),
  });
}

class NotingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new NotingDriver(this.#config);
  }
}

class NotingDriver extends PostgresDriver {
  override async acquireConnection(...of: Parameters<PostgresDriver["acquireConnection"]>) {
    return super.acquireConnection(...of).catch((error: unknown) => {
      throw noteConnectionFailure(error);
    });
  }

  /**
   * A rollback only fails when the connection is broken. The driver then discards the connection and PostgreSQL rolls back by itself.
   * Throwing the rollback's error would hide the original one.
   */
  override async rollbackTransaction(...of: Parameters<PostgresDriver["rollbackTransaction"]>): Promise<void> {
    await super.rollbackTransaction(...of).catch(() => {});
  }
}
