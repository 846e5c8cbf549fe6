# Starts one monitor, one store in memory and the S3 of Ceph, in the folder $D, at $MON_PORT and $S3_PORT. Their ids are in $D/*.pid.
set -eu
mkdir -p $D/mon $D/osd
FSID=$(uuidgen)
cat > $D/ceph.conf <<C
[global]
fsid = $FSID
mon host = v1:127.0.0.1:$MON_PORT
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
run dir = $D
admin socket = $D/\$name.asok
log file = $D/\$name.log
pid file = $D/\$name.pid
keyring = $D/keyring
osd objectstore = memstore
memstore device bytes = 1073741824
osd data = $D/osd
mon data = $D/mon
ms bind ipv6 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd max object name len = 256
rgw frontends = beast endpoint=127.0.0.1:$S3_PORT
rgw s3 auth use keystone = false
mon max pg per osd = 500
osd class load list = *
osd class update on start = false
C
export CEPH_CONF=$D/ceph.conf CEPH_ARGS="-c $D/ceph.conf"
monmaptool --create --fsid $FSID --addv a "[v1:127.0.0.1:$MON_PORT]" $D/monmap
ceph-mon --mkfs -i a --monmap $D/monmap
ceph-mon -i a
U=$(uuidgen); timeout 30 ceph osd new $U 0
ceph-osd -i 0 --mkfs --osd-uuid $U
# Ceph 16 sometimes asks the monitor before it has learned the cluster's id, is refused for "wrong fsid", and ends.
for _ in 1 2 3 4 5; do ceph-osd -i 0 && break; done
timeout 100 radosgw-admin user create --uid k --display-name k --access-key KEY --secret-key SECRET > /dev/null
radosgw -n client.rgw
