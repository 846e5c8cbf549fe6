#!/usr/bin/env bash
# PostgreSQL: no time limit ends a commit that waits for a standby, nor does the end of its client; and a cancelled one is kept.
#
# One would guess: statement_timeout cancels a statement that takes longer, client_connection_check_interval ends the session of a client that
#   is gone, and what was cancelled was not done.
# Versions: PostgreSQL 15 (Debian 12), with a name in synchronous_standby_names that no standby has.
# Seen: with limits of half a second the insert still waits (SyncRep) three seconds after its client was killed. Cancelled, it is kept, and others
#   see it, although no standby has it.
# Why it matters here: connections that are given up on one side and opened anew pile up at the server until it takes none; and to cancel
#   what hangs would let a repeat be answered with a claim that the standby lacks.
#
# Needs PostgreSQL 14 or later (initdb, psql); as root it runs the server as the user postgres.
set -euo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -1 || true)
PATH="${bin:+$bin:}$PATH"
folder=$(mktemp -d)
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; as() { runuser -u postgres -- "$@"; }; else as() { "$@"; }; fi
trap 'as pg_ctl -D "$folder/data" -m immediate stop > /dev/null 2>&1; rm -rf "$folder"' EXIT
cd "$folder"
as initdb -D "$folder/data" -U tester -A trust -N > /dev/null
as pg_ctl -D "$folder/data" -l "$folder/log" -w start -o "-k $folder -c listen_addresses= -c fsync=off" > /dev/null
ask() { as psql -h "$folder" -U tester -d postgres -XAtqc "$1"; }
ask 'create table claims (id int)'
ask "alter system set synchronous_standby_names = 'gone'"
ask 'select pg_reload_conf()' > /dev/null
until [ "$(ask 'show synchronous_standby_names')" = gone ]; do sleep 0.1; done

limits='-c statement_timeout=500 -c client_connection_check_interval=500'
PGOPTIONS="$limits" as psql -h "$folder" -U tester -d postgres -XAtqc 'insert into claims values (1)' > /dev/null 2>&1 &
until [ "$(ask "select count(*) from pg_stat_activity where wait_event = 'SyncRep'")" = 1 ]; do sleep 0.1; done
sleep 1
pkill -KILL -f "psql -h $folder -U tester -d postgres -XAtqc insert"
sleep 3
waiting=$(ask "select count(*) from pg_stat_activity where wait_event = 'SyncRep'")
before=$(ask 'select count(*) from claims')
ask "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'" > /dev/null
sleep 1
after=$(ask 'select count(*) from claims')
echo "waiting three seconds after the client was killed: $waiting; rows before it was cancelled: $before, after: $after"
[ "$waiting $before $after" = '1 0 1' ]
